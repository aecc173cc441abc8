// The words of the protocol; docs/box.md has the table of all fields, firmware_bridge/messages.py the other side.
#pragma once
#include <stdint.h>

namespace box {

constexpr uint8_t protocol_version = 1;
constexpr uint8_t firmware_major = 1, firmware_minor = 0;

enum class Type : uint8_t {
  hello = 0x01, ping = 0x02, ack = 0x03, lamps = 0x04, beep = 0x05, get_state = 0x06,
  welcome = 0x81, pong = 0x82, event = 0x83, state = 0x84, nack = 0x85, gap = 0x86,
};

enum class Refusal : uint8_t { unknown_type = 1, wrong_length = 2, not_greeted = 3, wrong_version = 4, wrong_value = 5 };

// Inputs by their codes, which are also their bits in a word of levels.
enum Input : uint8_t { cup = 0, tilt = 1, shake = 2, believe = 3, call = 4, seat0 = 5 };
constexpr uint8_t max_seats = 10;
constexpr uint8_t input_count = seat0 + max_seats;

enum class Level : uint8_t { rest = 0, active = 1, stuck = 2 };
constexpr uint8_t stale_bit = 0x80;

enum Capability : uint8_t {
  has_cup = 1, has_tilt = 2, has_shake = 4, has_believe = 8, has_call = 16,
  has_seat_lamps = 32, has_verdict_lamps = 64, has_buzzer = 128,
};

constexpr uint8_t lamp_count = 12, lamp_true = 10, lamp_lie = 11;
constexpr uint8_t beep_count = 6;

// A payload being written, low byte first.
class Writer {
 public:
  explicit Writer(uint8_t* at) : start_(at), at_(at) {}
  Writer& u8(uint8_t value) { *at_++ = value; return *this; }
  Writer& u16(uint16_t value) { return u8(static_cast<uint8_t>(value)).u8(static_cast<uint8_t>(value >> 8)); }
  Writer& u32(uint32_t value) { return u16(static_cast<uint16_t>(value)).u16(static_cast<uint16_t>(value >> 16)); }
  uint8_t size() const { return static_cast<uint8_t>(at_ - start_); }

 private:
  uint8_t* start_;
  uint8_t* at_;
};

inline uint16_t read_u16(const uint8_t* at) { return static_cast<uint16_t>(at[0] | at[1] << 8); }
inline uint32_t read_u32(const uint8_t* at) { return read_u16(at) | static_cast<uint32_t>(read_u16(at + 2)) << 16; }

}  // namespace box
