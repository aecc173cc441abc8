#include "buzzer.h"

#include "protocol.h"

namespace box {

struct Tone {
  uint16_t hertz;  // 0: a pause
  uint16_t ms;     // 0: the end
};

namespace {

// Verdicts differ in their direction, not only in pitch: up for true, down for a lie.
const Tone turn[] = {{880, 80}, {0, 0}};
const Tone claim[] = {{660, 60}, {0, 40}, {660, 60}, {0, 0}};
const Tone verdict_true[] = {{523, 120}, {659, 120}, {784, 240}, {0, 0}};
const Tone verdict_lie[] = {{784, 120}, {659, 120}, {440, 360}, {0, 0}};
const Tone attention[] = {{1000, 150}, {0, 100}, {1000, 150}, {0, 100}, {1000, 150}, {0, 0}};
const Tone* const patterns[beep_count] = {nullptr, turn, claim, verdict_true, verdict_lie, attention};

}  // namespace

void Buzzer::sound(uint8_t pattern, uint32_t now_us) {
  at_ = pattern < beep_count ? patterns[pattern] : nullptr;
  since_us_ = now_us;
}

uint16_t Buzzer::tone(uint32_t now_us) {
  while (at_) {
    const uint32_t lasts_us = uint32_t{1000} * at_->ms;
    if (now_us - since_us_ < lasts_us) break;
    since_us_ += lasts_us;
    ++at_;
    if (at_->ms == 0) at_ = nullptr;
  }
  return at_ ? at_->hertz : 0;
}

}  // namespace box
