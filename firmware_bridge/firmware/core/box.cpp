#include "box.h"

namespace box {

namespace {
constexpr uint16_t shake_bit = 1u << shake;
constexpr uint8_t blink_shift = 18;  // 2^18 us: shining for a quarter of a second, dark for another
}  // namespace

void Box::start(uint16_t contacts, uint32_t now_us) {
  contacts_ = contacts;
  link_.begin();
  debouncer_.start(contacts & ~shake_bit, now_us);
  for (uint8_t i = 0; i < input_count; ++i)
    if (i != shake) link_.set_level(i, contacts >> i & 1 ? Level::active : Level::rest);
}

void Box::contacts(uint16_t now, uint32_t at_us) {
  if ((now ^ contacts_) & shake_bit) shaker_.edge(at_us, *this);
  debouncer_.edge(now & static_cast<uint16_t>(~shake_bit), at_us, *this);
  contacts_ = now;
}

void Box::poll(uint32_t now_us) {
  debouncer_.advance(now_us, *this);
  shaker_.advance(now_us, *this);
  link_.poll(now_us);
  const uint8_t asked = link_.take_beep();
  if (asked != 0xFF) buzzer_.sound(asked, now_us);
}

uint16_t Box::lamps(uint32_t now_us) const {
  return static_cast<uint16_t>(link_.steady() | (now_us >> blink_shift & 1 ? 0 : link_.blinking()));
}

}  // namespace box
