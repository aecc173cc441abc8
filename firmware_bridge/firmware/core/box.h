// The whole box without its pins: contacts and bytes in; bytes, lamps and tones out.
#pragma once
#include <stdint.h>

#include "buzzer.h"
#include "debounce.h"
#include "link.h"

namespace box {

// All times are microseconds modulo 2^32 and never run backwards from one call to the next, but for the edges of contacts,
// which may lie a moment before the bytes received last.
class Box : private Sink {
 public:
  Box(Wire& wire, Memory& memory, const Build& build) : link_(wire, memory, build) {}

  // The contacts at the start; bit set: active (cup lifted, tilted, button pressed).
  void start(uint16_t contacts, uint32_t now_us);
  // The contacts stand so since `at_us`; every change, in order.
  void contacts(uint16_t now, uint32_t at_us);
  void receive(uint8_t byte, uint32_t now_us) { link_.receive(byte, now_us); }
  // Time has come to `now_us`, and every change of a contact up to then was told.
  void poll(uint32_t now_us);

  // The lamps that shine at this moment of their blinking; bit n for lamp n.
  uint16_t lamps(uint32_t now_us) const;
  // The tone at this moment in hertz; 0: silence.
  uint16_t tone(uint32_t now_us) { return buzzer_.tone(now_us); }

 private:
  void changed(uint8_t input, Level level, uint32_t at_us) override { link_.record(input, level, at_us); }

  Link link_;
  Debouncer debouncer_;
  Shaker shaker_;
  Buzzer buzzer_;
  uint16_t contacts_ = 0;
};

}  // namespace box
