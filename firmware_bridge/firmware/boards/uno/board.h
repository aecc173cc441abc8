// The box on an Uno or Nano: the core, fed by the pins, the clock and the serial port.
#pragma once

namespace uno {

// Once, after power-on or reset.
void begin();
// For ever: does what there is to do, then sleeps until the next interrupt.
void turn();

}  // namespace uno
