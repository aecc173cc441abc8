// The sounds, as tones in turn.
#pragma once
#include <stdint.h>

namespace box {

class Buzzer {
 public:
  // 0: silence; higher numbers as in messages.Beep.
  void sound(uint8_t pattern, uint32_t now_us);
  // The tone now, in hertz; 0: silence.
  uint16_t tone(uint32_t now_us);

 private:
  const struct Tone* at_ = nullptr;
  uint32_t since_us_ = 0;
};

}  // namespace box
