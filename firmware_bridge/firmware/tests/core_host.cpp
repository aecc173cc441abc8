// Runs the core on this computer for the tests.
//
//   core_host vectors          lines "type payload frame" in hexadecimal ("-": empty) on standard input, both ways
//   core_host fuzz SEED COUNT  COUNT bytes of noise, damaged and whole frames into a box, with random contacts and times
//   core_host link MEMORY      lines on standard input: "rx HEX US", "poll US", "record INPUT LEVEL US"
//   core_host box MEMORY       the same, but instead of "record": "start HEX US" (once, first), "contacts HEX US"
//
// The last two answer each line by "TX LAMPS TONE": bytes sent in hexadecimal or "-", lamps in hexadecimal, hertz.
// MEMORY is the boot id kept from before; 4294967295 is a new box.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <random>
#include <string>
#include <vector>

#include "../core/box.h"
#include "../core/crc16.h"

namespace {

using box::Box;
using box::Build;

using Bytes = std::vector<uint8_t>;

Bytes from_hex(const std::string& text) {
  Bytes bytes;
  if (text == "-") return bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<uint8_t>(strtoul(text.substr(i, 2).c_str(), nullptr, 16)));
  return bytes;
}

std::string to_hex(const Bytes& bytes) {
  if (bytes.empty()) return "-";
  std::string text;
  char two[3];
  for (uint8_t byte : bytes) {
    snprintf(two, sizeof two, "%02x", byte);
    text += two;
  }
  return text;
}

struct Cable : box::Wire {
  Bytes sent;
  size_t limit = 128;  // as the transmit buffer of the board
  uint8_t room() override { return static_cast<uint8_t>(sent.size() < limit ? limit - sent.size() : 0); }
  void write(const uint8_t* bytes, uint8_t count) override { sent.insert(sent.end(), bytes, bytes + count); }
};

struct Eeprom : box::Memory {
  uint32_t value = blank;
  uint32_t load() override { return value; }
  void save(uint32_t boot_id) override { value = boot_id; }
};

// The software box says of itself what SoftBox says.
const Build build = {0, 6, 0xFF};

int vectors() {
  char type[8], payload[128], frame[128];
  int count = 0;
  while (scanf("%7s %127s %127s", type, payload, frame) == 3) {
    const Bytes bytes = from_hex(payload), wanted = from_hex(frame);
    const uint8_t kind = from_hex(type)[0];
    uint8_t out[box::max_frame];
    const uint8_t size = box::frame_encode(kind, bytes.data(), static_cast<uint8_t>(bytes.size()), out);
    if (Bytes(out, out + size) != wanted) {
      printf("type %s: expected %s, found %s\n", type, frame, to_hex(Bytes(out, out + size)).c_str());
      return 1;
    }
    box::Decoder decoder;
    int whole = 0;
    for (uint8_t byte : wanted) whole += decoder.feed(byte);
    const Bytes back(decoder.payload(), decoder.payload() + decoder.size());
    if (whole != 1 || decoder.type() != kind || back != bytes) {
      printf("type %s: the frame %s was not read back\n", type, frame);
      return 1;
    }
    ++count;
  }
  printf("%d vectors\n", count);
  return 0;
}

// Whatever arrives, the box must go on: after every stretch of noise it still answers HELLO and PING, and nothing but
// whole frames leaves it.
int fuzz(unsigned long seed, unsigned long count) {
  std::mt19937 chance(static_cast<uint32_t>(seed));
  Cable cable;
  Eeprom eeprom;
  Box box(cable, eeprom, build);
  uint32_t now = static_cast<uint32_t>(chance());
  uint16_t contacts = 0;
  box.start(contacts, now);
  unsigned long fed = 0, answers = 0, frames = 0;
  box::Decoder host;
  const auto drain = [&](uint8_t wanted) {
    bool found = false;
    for (uint8_t byte : cable.sent) {
      if (!host.feed(byte)) continue;
      ++frames;
      found = found || host.type() == wanted;
    }
    cable.sent.clear();
    return found;
  };
  const auto feed = [&](uint8_t byte) {
    box.receive(byte, now);
    ++fed;
  };
  while (fed < count) {
    for (int i = static_cast<int>(chance() % 200); i--;) {
      uint8_t frame[box::max_frame], payload[box::max_payload];
      switch (chance() % 4) {
        case 0:  // noise, rich in zeros and small numbers
          for (int n = static_cast<int>(chance() % 64); n--;)
            feed(static_cast<uint8_t>(chance() % 3 ? chance() % 8 : chance()));
          break;
        case 1: {  // a frame of any type and length, sometimes damaged or torn
          const uint8_t size = static_cast<uint8_t>(chance() % (box::max_payload + 1));
          for (uint8_t& byte : payload) byte = static_cast<uint8_t>(chance() % 4 ? chance() : 0);
          uint8_t end = box::frame_encode(static_cast<uint8_t>(chance() % 9), payload, size, frame);
          if (chance() % 3 == 0) frame[chance() % end] ^= static_cast<uint8_t>(1u << chance() % 8);
          if (chance() % 8 == 0) end = static_cast<uint8_t>(chance() % end);
          for (uint8_t n = 0; n < end; ++n) feed(frame[n]);
          break;
        }
        case 2:
          contacts ^= static_cast<uint16_t>(1u << chance() % box::input_count);
          box.contacts(contacts, now);
          break;
        default:
          now += static_cast<uint32_t>(chance() % 100 ? chance() % 20000 : chance());
          box.poll(now);
          box.lamps(now);
          box.tone(now);
          drain(0);
      }
    }
    cable.sent.clear();
    uint8_t hello[6] = {0, 255, 1, 2, 3, 4}, ping[8] = {}, frame[box::max_frame];
    uint8_t size = box::frame_encode(static_cast<uint8_t>(box::Type::hello), hello, sizeof hello, frame);
    for (uint8_t n = 0; n < size; ++n) feed(frame[n]);
    if (!drain(static_cast<uint8_t>(box::Type::welcome))) return puts("HELLO was not answered"), 1;
    size = box::frame_encode(static_cast<uint8_t>(box::Type::ping), ping, sizeof ping, frame);
    for (uint8_t n = 0; n < size; ++n) feed(frame[n]);
    if (!drain(static_cast<uint8_t>(box::Type::pong))) return puts("PING was not answered"), 1;
    ++answers;
  }
  printf("%lu bytes, %lu handshakes, %lu frames from the box\n", fed, answers, frames);
  return 0;
}

void rx(box::Link& to, uint8_t byte, uint32_t now) { to.receive(byte, now); }
void rx(Box& to, uint8_t byte, uint32_t now) { to.receive(byte, now); }

// One line of what both can do; false where it is something else.
template <class Part>
bool common(Part& part, const char* line, uint32_t& now) {
  char text[4000];
  unsigned long at = 0;
  if (sscanf(line, "rx %3999s %lu", text, &at) == 2) {
    now = static_cast<uint32_t>(at);
    for (uint8_t byte : from_hex(text)) rx(part, byte, now);
    return true;
  }
  if (sscanf(line, "poll %lu", &at) != 1) return false;
  now = static_cast<uint32_t>(at);
  part.poll(now);
  return true;
}

int run(bool whole_box, uint32_t memory) {
  Cable cable;
  cable.limit = 255;
  Eeprom eeprom;
  eeprom.value = memory;
  box::Link link(cable, eeprom, build);
  Box whole(cable, eeprom, build);
  if (!whole_box) link.begin();
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    unsigned long a = 0, b = 0, c = 0;
    uint32_t now = 0;
    if (whole_box && sscanf(line, "start %lx %lu", &a, &b) == 2) {
      whole.start(static_cast<uint16_t>(a), now = static_cast<uint32_t>(b));
    } else if (whole_box && sscanf(line, "contacts %lx %lu", &a, &b) == 2) {
      whole.contacts(static_cast<uint16_t>(a), now = static_cast<uint32_t>(b));
    } else if (!whole_box && sscanf(line, "record %lu %lu %lu", &a, &b, &c) == 3) {
      link.record(static_cast<uint8_t>(a), static_cast<box::Level>(b), now = static_cast<uint32_t>(c));
    } else if (!(whole_box ? common(whole, line, now) : common(link, line, now))) {
      printf("not understood: %s", line);
      return 2;
    }
    const unsigned lamps = whole_box ? whole.lamps(now) : link.steady();
    printf("%s %x %u\n", to_hex(cable.sent).c_str(), lamps, whole_box ? whole.tone(now) : 0u);
    fflush(stdout);
    cable.sent.clear();
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (box::crc16(reinterpret_cast<const uint8_t*>("123456789"), 9) != 0x29B1) return puts("CRC is wrong"), 1;
  if (argc == 2 && !strcmp(argv[1], "vectors")) return vectors();
  if (argc == 4 && !strcmp(argv[1], "fuzz")) return fuzz(strtoul(argv[2], nullptr, 10), strtoul(argv[3], nullptr, 10));
  const bool whole_box = argc == 3 && !strcmp(argv[1], "box");
  if (whole_box || (argc == 3 && !strcmp(argv[1], "link")))
    return run(whole_box, static_cast<uint32_t>(strtoul(argv[2], nullptr, 10)));
  puts("usage: core_host vectors | fuzz SEED COUNT | link MEMORY | box MEMORY");
  return 2;
}
