// The box's side of the link: keeps events until they are acknowledged, answers the host. No pins, no clock of its own.
#pragma once
#include <stdint.h>

#include "frame.h"
#include "protocol.h"

namespace box {

// Where bytes go. What does not fit now is tried again later.
class Wire {
 public:
  virtual uint8_t room() = 0;
  virtual void write(const uint8_t* bytes, uint8_t count) = 0;

 protected:
  ~Wire() = default;
};

// Four bytes that outlive a power cut.
class Memory {
 public:
  static constexpr uint32_t blank = 0xFFFFFFFF;
  virtual uint32_t load() = 0;
  virtual void save(uint32_t boot_id) = 0;

 protected:
  ~Memory() = default;
};

// What this box is and has.
struct Build {
  uint8_t board;
  uint8_t seats;
  uint8_t capabilities;
};

class Link {
 public:
  static constexpr uint8_t ring_size = 32;
  static constexpr uint32_t resend_us = 50000;
  static constexpr uint32_t resend_at_most_us = 400000;  // a host that does not acknowledge is reminded less often
  static constexpr uint32_t host_gone_us = 5000000;      // then lamps go dark and events wait for the next HELLO

  Link(Wire& wire, Memory& memory, const Build& build) : wire_(wire), memory_(memory), build_(build) {}

  // Gives this start of the box its id. A box that never met a host takes the id from the first one's nonce, so that no
  // two boxes count from the same number.
  void begin();

  // An input stands so from the start; no event.
  void set_level(uint8_t input, Level level);
  // An input changed. The oldest event falls out of a full ring, and that is told.
  void record(uint8_t input, Level level, uint32_t at_us);

  void receive(uint8_t byte, uint32_t now_us);
  void poll(uint32_t now_us);

  uint16_t steady() const { return steady_; }
  uint16_t blinking() const { return blinking_; }
  // The sound asked for since the last call; 0xFF: none.
  uint8_t take_beep();

 private:
  struct Held {
    uint32_t at_us;
    uint8_t input;
    uint8_t level;  // with stale_bit once at_us no longer tells when
  };

  Held& held(uint16_t seq) { return ring_[seq % ring_size]; }
  uint16_t lost() const { return static_cast<uint16_t>(oldest_ - base_); }
  uint16_t pending() const { return static_cast<uint16_t>(next_ - oldest_); }
  void keep_cursor_in_ring();
  void start_pass(uint32_t now_us);
  void send_ring(uint32_t now_us);
  void age(uint32_t now_us);
  bool say(Type type, const Writer& payload, const uint8_t* bytes);
  void refuse(Refusal why);
  void act(uint32_t now_us);
  void greet(uint32_t now_us);
  void acknowledged(uint32_t now_us);
  void tell_state();

  Wire& wire_;
  Memory& memory_;
  const Build build_;
  Decoder decoder_;
  uint32_t boot_id_ = Memory::blank;
  Held ring_[ring_size];
  // base_ <= oldest_ <= cursor_ <= next_, each modulo 2^16: [base_, oldest_) is lost, [oldest_, next_) is in the ring.
  uint16_t base_ = 0, oldest_ = 0, cursor_ = 0, next_ = 0;
  uint16_t dropped_ = 0;
  bool gap_told_ = false;
  bool greeted_ = false;
  uint32_t heard_us_ = 0;
  uint32_t progress_us_ = 0;  // start of this pass over the ring, or the last acknowledgement
  uint32_t resend_after_ = resend_us;
  uint32_t aged_us_ = 0;
  uint16_t active_ = 0, stuck_ = 0;
  uint8_t lamps_rev_ = 0;
  uint16_t steady_ = 0, blinking_ = 0;
  uint8_t beep_ = 0xFF;
};

}  // namespace box
