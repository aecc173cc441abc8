#include "cobs.h"

namespace box {

uint8_t cobs_encode(const uint8_t* in, uint8_t count, uint8_t* out) {
  uint8_t written = 1, code_at = 0, code = 1;
  for (uint8_t i = 0; i < count; ++i) {
    if (in[i]) {
      out[written++] = in[i];
      ++code;
    } else {
      out[code_at] = code;
      code_at = written++;
      code = 1;
    }
  }
  out[code_at] = code;
  return written;
}

uint8_t cobs_decode(const uint8_t* in, uint8_t count, uint8_t* out) {
  uint8_t read = 0, written = 0;
  while (read < count) {
    const uint8_t code = in[read++];
    if (code == 0 || code - 1 > count - read) return 0;
    for (uint8_t i = 1; i < code; ++i) {
      if (in[read] == 0) return 0;
      out[written++] = in[read++];
    }
    if (read < count) out[written++] = 0;  // the last block has no zero of its own
  }
  return written;
}

}  // namespace box
