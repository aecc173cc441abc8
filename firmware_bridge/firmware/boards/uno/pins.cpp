#include "pins.h"

#include <util/delay_basic.h>

namespace uno {

namespace {

// How long an open seat wire takes to rise through its lamp and the pull-up: 100 pF at 30 kilohm, and some to spare.
inline void let_wires_rise() { _delay_loop_1(21); }  // 63 cycles, 4 us

inline uint8_t lit_b(uint16_t lit) { return static_cast<uint8_t>(lit) & seats_b; }
inline uint8_t lit_c(uint16_t lit) { return static_cast<uint8_t>(lit >> 5) & seats_c; }

// Drives the wires of lit lamps low and leaves the others to their pull-up. All wires must have been let go before: the
// levels are set first, and a wire still driven would be driven high for a moment.
void drive(uint16_t lit) {
  const uint8_t b = lit_b(lit), c = lit_c(lit);
  PORTB = static_cast<uint8_t>((seats_b & ~b) | (lit >> box::lamp_true & 1 ? verdict_true_b : 0));
  PORTC = static_cast<uint8_t>((seats_c & ~c) | (lit >> box::lamp_lie & 1 ? verdict_lie_c : 0));
  DDRB = verdict_true_b | b;
  DDRC = verdict_lie_c | c;
}

}  // namespace

void begin_pins() {
  DDRD = buzzer_d;
  PORTD = contacts_d;
  drive(0);
}

uint16_t sample(uint16_t lit) {
  if ((DDRB & seats_b) | (DDRC & seats_c)) {  // lamps that were lit until now
    DDRB = verdict_true_b;
    DDRC = verdict_lie_c;
    PORTB |= seats_b;
    PORTC |= seats_c;
    let_wires_rise();
  }
  const uint8_t d = PIND, b = PINB, c = PINC;
  drive(lit);
  uint16_t active = static_cast<uint16_t>((~b & seats_b) | (~c & seats_c) << 5) << box::seat0;
  if (d & 1 << 2) active |= 1 << box::cup;
  if (!(d & 1 << 4)) active |= 1 << box::tilt;
  if (!(d & 1 << 5)) active |= 1 << box::believe;
  if (!(d & 1 << 6)) active |= 1 << box::call;
  if (!(d & 1 << 7)) active |= 1 << box::shake;
  return active & fitted;
}

}  // namespace uno
