// Consistent Overhead Byte Stuffing (Cheshire and Baker 1999) for blocks of at most 253 bytes.
#pragma once
#include <stdint.h>

namespace box {

// Writes count + 1 bytes without a zero among them; returns how many.
uint8_t cobs_encode(const uint8_t* in, uint8_t count, uint8_t* out);

// Writes at most count - 1 bytes; returns how many, 0 where `in` is not the stuffing of anything. `out` may be `in`.
uint8_t cobs_decode(const uint8_t* in, uint8_t count, uint8_t* out);

}  // namespace box
