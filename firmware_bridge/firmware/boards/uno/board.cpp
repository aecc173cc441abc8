#include "board.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <util/delay.h>

#include "../../core/box.h"
#include "clock.h"
#include "pins.h"
#include "serial.h"

namespace uno {

namespace {

// The boot id in the EEPROM, its highest byte written first: a power cut in between leaves a number that was not used yet.
class Eeprom final : public box::Memory {
 public:
  uint32_t load() override {
    uint32_t value = 0;
    for (uint8_t i = 4; i--;) value = value << 8 | eeprom_read_byte(address(i));
    return value;
  }
  void save(uint32_t boot_id) override {
    for (uint8_t i = 4; i--;) eeprom_update_byte(address(i), static_cast<uint8_t>(boot_id >> 8 * i));
  }

 private:
  static uint8_t* address(uint8_t i) { return reinterpret_cast<uint8_t*>(static_cast<uintptr_t>(i)); }
};

// Datasheet of the ATmega328P, timer 2 in CTC mode: the pin toggles at every match, two of which make a period, so
// f = F_CPU / (2 * 256 * (1 + OCR2A)) behind the prescaler of 256. Rounded to the nearest: 1.5 % off at most.
uint8_t top_of(uint16_t hertz) { return static_cast<uint8_t>((F_CPU / 512 + hertz / 2) / hertz - 1); }

// The buzzer at OC2B: timer 2 makes the tone without further help.
void play(uint16_t hertz) {
  static uint16_t playing = 0;
  if (hertz == playing) return;
  playing = hertz;
  if (hertz == 0) {
    TCCR2A = 0;
    TCCR2B = 0;
    return;
  }
  TCCR2A = 1 << COM2B0 | 1 << WGM21;
  TCCR2B = 1 << CS22 | 1 << CS21;  // counts at F_CPU / 256
  OCR2A = OCR2B = top_of(hertz);
}

constexpr uint8_t board_uno = 1;
Serial wire;
Eeprom memory;
box::Box the_box(wire, memory, box::Build{board_uno, BOX_SEATS, capabilities});

void sleep_until_interrupt() {
  set_sleep_mode(SLEEP_MODE_IDLE);
  cli();
  if (!has_received() && !has_edge()) {
    sleep_enable();
    sei();  // takes effect after the next instruction: no interrupt slips in before the sleep
    sleep_cpu();
    sleep_disable();
  }
  sei();
}

}  // namespace

void begin() {
  begin_serial();
  begin_pins();
  _delay_ms(1);  // lets the pull-ups charge the wires
  const uint16_t contacts = begin_clock();
  the_box.start(contacts, now_us());
  sei();
}

void turn() {
  while (has_received()) the_box.receive(received(), now_us());
  uint32_t now;
  do {  // until every edge up to `now` is told
    while (has_edge()) {
      const Edge edge = next_edge();
      the_box.contacts(edge.contacts, edge.at_us);
    }
    now = now_us();
  } while (has_edge());
  the_box.poll(now);
  light(the_box.lamps(now));
  if (BOX_BUZZER) play(the_box.tone(now));
  sleep_until_interrupt();
}

}  // namespace uno
