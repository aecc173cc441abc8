// Contacts bounce: which level does one settle at, and when did it first leave the old one?
#pragma once
#include <stdint.h>

#include "protocol.h"

namespace box {

// Who wants to know of settled changes.
class Sink {
 public:
  virtual void changed(uint8_t input, Level level, uint32_t at_us) = 0;

 protected:
  ~Sink() = default;
};

// All contacts but the shake sensor, which never settles by nature. Fed with every edge, in order.
class Debouncer {
 public:
  static constexpr uint32_t settle_us = 8000;        // the same for all, so that what came first is told first
  static constexpr uint32_t wait_for_order_us = 20000;
  static constexpr uint32_t button_held_us = 30000000;  // nobody presses for so long: jammed

  // The levels at the start; bit set: active.
  void start(uint16_t raw, uint32_t now_us);
  // The contacts stand so since `at_us`.
  void edge(uint16_t raw, uint32_t at_us, Sink& sink);
  // No further edge up to `now_us`.
  void advance(uint32_t now_us, Sink& sink);

  bool level(uint8_t input) const { return settled_ >> input & 1; }
  bool idle() const { return busy_ == 0; }

 private:
  bool earlier_is_open(uint8_t input, uint32_t now_us) const;
  void settle(uint8_t input, uint16_t bit, bool active, Sink& sink);

  uint16_t raw_ = 0;      // as last seen
  uint16_t settled_ = 0;  // as last told
  uint16_t busy_ = 0;     // moved, and not settled since
  uint16_t stuck_ = 0;    // told to be stuck
  uint32_t first_us_[input_count] = {};  // when a busy contact first moved
  uint32_t last_us_[input_count] = {};   // when it last moved
};

// A spring in the cup that closes at random while the cup is shaken.
class Shaker {
 public:
  static constexpr uint8_t edges_of_a_shake = 4;
  static constexpr uint32_t edges_within_us = 250000;
  static constexpr uint32_t still_after_us = 400000;
  static constexpr uint32_t stuck_after_us = 30000000;

  void edge(uint32_t at_us, Sink& sink);
  void advance(uint32_t now_us, Sink& sink);

 private:
  bool shaking_ = false, stuck_ = false;
  uint8_t edges_ = 0;
  uint32_t first_us_ = 0, last_us_ = 0;
};

}  // namespace box
