#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "pins.h"

namespace uno {

namespace {

constexpr uint16_t us_per_tick = 500;
constexpr uint8_t size = 32;
volatile uint32_t ticks = 0;
volatile uint16_t lit = 0;
uint16_t last_contacts = 0;  // the interrupt's own once it runs
Edge ring[size];
volatile uint8_t head = 0, tail = 0;

}  // namespace

ISR(TIMER1_COMPA_vect) {
  const uint32_t tick = ticks + 1;
  ticks = tick;
  const uint16_t contacts = sample(lit);
  // A full ring keeps `last_contacts` as it is: the change is seen again, and told, as soon as there is room.
  if (contacts == last_contacts || static_cast<uint8_t>(head - tail) == size) return;
  last_contacts = contacts;
  ring[head % size] = Edge{tick * us_per_tick, contacts};
  head = static_cast<uint8_t>(head + 1);
}

uint16_t begin_clock() {
  last_contacts = sample(0);
  TCCR1B = 0;  // the Arduino core has left it running
  TCCR1A = 0;
  TCNT1 = 0;
  OCR1A = 2 * us_per_tick - 1;
  TCCR1B = 1 << WGM12 | 1 << CS11;  // counts at 2 MHz up to OCR1A
  TIFR1 = 1 << OCF1A;  // a match from before would count as a tick
  TIMSK1 = 1 << OCIE1A;
  return last_contacts;
}

uint32_t now_us() {
  uint32_t tick;
  uint16_t count;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    count = TCNT1;
    tick = ticks;
    // The counter has started again, and its interrupt waits for us.
    if ((TIFR1 & 1 << OCF1A) && count < us_per_tick) ++tick;
  }
  return tick * us_per_tick + count / 2;
}

bool has_edge() { return head != tail; }

Edge next_edge() {
  const Edge edge = ring[tail % size];
  // The interrupt may reuse the place from here on, and not before.
  __asm__ volatile("" ::: "memory");
  tail = static_cast<uint8_t>(tail + 1);
  return edge;
}

void light(uint16_t lamps) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { lit = lamps; }
}

}  // namespace uno
