// Frames: 0x00 | COBS(type, payload, crc16 low byte first) | 0x00, the body at most 32 bytes.
#pragma once
#include <stdint.h>

namespace box {

constexpr uint8_t max_body = 32, max_payload = max_body - 3, max_encoded = max_body + 1, max_frame = max_encoded + 2;

// Writes at most max_frame bytes; returns how many. The payload has at most max_payload bytes.
uint8_t frame_encode(uint8_t type, const uint8_t* payload, uint8_t count, uint8_t* out);

// The most bytes that a frame with a payload of this size takes; COBS adds exactly one.
constexpr uint8_t frame_size(uint8_t payload) { return static_cast<uint8_t>(payload + 6); }

// Bytes in, frames out. Whatever is not wholly framed with a valid checksum is dropped.
class Decoder {
 public:
  // True when this byte completed a frame: type, payload and size are then valid until the next byte.
  bool feed(uint8_t byte);
  uint8_t type() const { return run_[0]; }
  const uint8_t* payload() const { return run_ + 1; }
  uint8_t size() const { return size_; }

 private:
  uint8_t run_[max_encoded];
  uint8_t count_ = 0;
  uint8_t size_ = 0;
  bool framed_ = false;  // nothing before the first zero can be a whole frame
  bool too_long_ = false;
};

}  // namespace box
