// The pins of Uno and Nano (ATmega328P). docs/box.md has the same table for the soldering iron.
//
//   D0 D1   serial                     D7        shake sensor
//   D2      cup seat sensor            D8..D12   seats 0..4, button and lamp on one wire
//   D3      buzzer (OC2B)              D13       verdict lamp TRUE, mirrored by the lamp on the board
//   D4      tilt sensor                A0..A4    seats 5..9, button and lamp on one wire
//   D5 D6   BELIEVE, CALL              A5        verdict lamp LIE
//
// All sensors and buttons close to ground and use the pull-up of the pin. A seat's wire carries its button to ground and
// its lamp (with a resistor) to 5 V: driven low it lights the lamp, left open it shows the button. It is never driven
// high, so that no press can short it.
#pragma once
#include <avr/io.h>
#include <stdint.h>

#include "../../core/protocol.h"
#include "config.h"

namespace uno {

constexpr uint8_t seats_b = 0x1F;          // D8..D12
constexpr uint8_t seats_c = 0x1F;          // A0..A4
constexpr uint8_t verdict_true_b = 1 << 5; // D13
constexpr uint8_t verdict_lie_c = 1 << 5;  // A5
constexpr uint8_t buzzer_d = 1 << 3;
constexpr uint8_t contacts_d = 1 << 2 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7;

constexpr uint8_t capabilities =
    (BOX_CUP_SENSOR ? box::has_cup : 0) | (BOX_TILT_SENSOR ? box::has_tilt : 0) |
    (BOX_SHAKE_SENSOR ? box::has_shake : 0) | (BOX_BELIEVE_BUTTON ? box::has_believe : 0) |
    (BOX_CALL_BUTTON ? box::has_call : 0) | (BOX_SEAT_LAMPS ? box::has_seat_lamps : 0) |
    (BOX_VERDICT_LAMPS ? box::has_verdict_lamps : 0) | (BOX_BUZZER ? box::has_buzzer : 0);

// The inputs that are there; the wires of all others may float.
constexpr uint16_t fitted = static_cast<uint16_t>(
    (BOX_CUP_SENSOR << box::cup) | (BOX_TILT_SENSOR << box::tilt) | (BOX_SHAKE_SENSOR << box::shake) |
    (BOX_BELIEVE_BUTTON << box::believe) | (BOX_CALL_BUTTON << box::call) | (((1u << BOX_SEATS) - 1) << box::seat0));

static_assert(BOX_SEATS <= box::max_seats, "a box has at most ten seats");

// All pins as inputs with pull-up, but the outputs.
void begin_pins();

// The contacts now; bit set: active. The cup's sensor is closed while the cup is seated, everything else closes when
// active. Lets go of the lit seat lamps for a few microseconds; called from the timer interrupt only.
uint16_t sample(uint16_t lit);

}  // namespace uno
