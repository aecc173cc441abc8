// The serial port of the ATmega328P: 115200 baud, 8N1, both directions through rings served by interrupts.
#pragma once
#include <stdint.h>

#include "../../core/link.h"

namespace uno {

void begin_serial();
bool has_received();
// The oldest byte received; only where has_received().
uint8_t received();

class Serial final : public box::Wire {
 public:
  uint8_t room() override;
  void write(const uint8_t* bytes, uint8_t count) override;
};

}  // namespace uno
