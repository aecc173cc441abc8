#include "frame.h"

#include "cobs.h"
#include "crc16.h"
#include "protocol.h"

namespace box {

uint8_t frame_encode(uint8_t type, const uint8_t* payload, uint8_t count, uint8_t* out) {
  uint8_t body[max_body];
  body[0] = type;
  for (uint8_t i = 0; i < count; ++i) body[1 + i] = payload[i];
  const uint8_t checked = static_cast<uint8_t>(count + 1);
  Writer(body + checked).u16(crc16(body, checked));
  out[0] = 0;
  const uint8_t end = static_cast<uint8_t>(1 + cobs_encode(body, static_cast<uint8_t>(checked + 2), out + 1));
  out[end] = 0;
  return static_cast<uint8_t>(end + 1);
}

bool Decoder::feed(uint8_t byte) {
  if (byte) {
    if (count_ == max_encoded) too_long_ = true;
    else run_[count_++] = byte;
    return false;
  }
  const bool whole = framed_ && !too_long_ && count_ > 3;
  const uint8_t encoded = count_;
  count_ = 0;
  framed_ = true;
  too_long_ = false;
  if (!whole) return false;
  const uint8_t body = cobs_decode(run_, encoded, run_);
  if (body < 3) return false;
  size_ = static_cast<uint8_t>(body - 3);
  return crc16(run_, static_cast<uint8_t>(body - 2)) == read_u16(run_ + body - 2);
}

}  // namespace box
