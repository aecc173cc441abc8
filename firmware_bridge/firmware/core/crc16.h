// CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection. "123456789" gives 0x29B1.
#pragma once
#include <stdint.h>

namespace box {

// One byte more; the two-shift form of the polynomial division, which needs no table.
inline uint16_t crc16_next(uint16_t crc, uint8_t byte) {
  crc = static_cast<uint16_t>((crc >> 8) | (crc << 8)) ^ byte;
  crc ^= static_cast<uint16_t>((crc & 0xFF) >> 4);
  crc ^= static_cast<uint16_t>(crc << 12);
  crc ^= static_cast<uint16_t>((crc & 0xFF) << 5);
  return crc;
}

inline uint16_t crc16(const uint8_t* bytes, uint8_t count) {
  uint16_t crc = 0xFFFF;
  for (uint8_t i = 0; i < count; ++i) crc = crc16_next(crc, bytes[i]);
  return crc;
}

}  // namespace box
