// Runs the real image of the box on a simulated ATmega328P (libsimavr, GPL: a test tool, never shipped).
//
//   simbox IMAGE.elf            lock-step, in virtual time: nothing moves but by `run`
//   simbox IMAGE.elf LINK       real time, the serial port on a pseudo-terminal that is found under LINK
//
// Commands on standard input, each answered by one line; the first line of all is "ready":
//   pin B3 1      the wire of a pin is high, "pin B3 0" low                          ok
//   reset         as by the reset button; the EEPROM keeps its content               ok
//   power         as by pulling power and cable: like reset, and bytes under way are lost    ok
//   lamps         which lamps are driven                                             lamps HEX
//   stats         bytes lost at the box's receiver, toggles of the buzzer's pin,
//                 times a seat's wire was driven high                                stats OVERRUNS TOGGLES SHORTS
//   peek ADDRESS  what stands at an address (hexadecimal) of the data space, registers too    peek HEX
//   now           virtual microseconds since the start                               now US
//   unplug, plug  (real time) takes the terminal away, makes a new one               ok
//   rx HEX        (lock-step) bytes for the box, one in 1,389 cycles                 ok
//   run US        (lock-step) at most so long, at least to the end of a frame from the box    NOW_US HEX|-
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

enum { MHZ = 16, BYTE_CYCLES = 1389 /* ten bits at 115,200 baud */, STEP_CYCLES = 8000, MOST = 4096 };

static avr_t *avr;
static avr_irq_t *uart_in;
static const char *link_path;  // NULL: lock-step
static int near_end = -1, far_end = -1;
static uint8_t mask[128], level[128];
static int receiver_full, frame_ended;
static unsigned overruns, toggles, shorts;
static uint8_t to_box[MOST], from_box[MOST];
static size_t to_box_count, to_box_done, from_box_count;

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void on_tx(avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  const uint8_t byte = (uint8_t)value;
  if (link_path) {
    if (near_end >= 0 && write(near_end, &byte, 1) != 1) fputs("a byte from the box found no room\n", stderr);
    return;
  }
  frame_ended = frame_ended || (byte == 0 && from_box_count && from_box[from_box_count - 1]);
  if (from_box_count < MOST) from_box[from_box_count++] = byte;
}

static void on_flow(avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)value;
  receiver_full = param != NULL;
}

// Only the pin's level counts: of each change libsimavr tells twice, once as the bare level from the timer, and once with
// AVR_IOPORT_OUTPUT set beside it from the port.
static void on_buzzer(avr_irq_t *irq, uint32_t value, void *param) {
  static uint32_t before;
  (void)irq, (void)param;
  value &= 1;
  toggles += value != before;
  before = value;
}

// A pressed button connects its seat's wire to ground.
static void on_port(avr_irq_t *irq, uint32_t value, void *port) {
  avr_ioport_state_t now;
  (void)irq, (void)value;
  avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE(*(const char *)port), &now);
  shorts += (now.ddr & now.port & 0x1F) != 0;
}

// One byte per ten bit times, never held back: a box that is too slow loses bytes here as on a desk.
static avr_cycle_count_t on_byte_time(avr_t *a, avr_cycle_count_t when, void *param) {
  (void)a, (void)param;
  uint8_t byte;
  int there = 0;
  if (link_path) {
    there = near_end >= 0 && read(near_end, &byte, 1) == 1;
  } else if (to_box_done < to_box_count) {
    byte = to_box[to_box_done++];
    there = 1;
    if (to_box_done == to_box_count) to_box_done = to_box_count = 0;
  }
  if (there) {
    if (receiver_full) ++overruns;
    else avr_raise_irq(uart_in, byte);
  }
  return when + BYTE_CYCLES;
}

static void no_sleep(avr_t *a, avr_cycle_count_t count) { (void)a, (void)count; }

static void set_pin(char port, int pin, int high) {
  const int p = (int)port;
  mask[p] = (uint8_t)(mask[p] | 1 << pin);
  level[p] = (uint8_t)((level[p] & ~(1 << pin)) | high << pin);
  // Without this the next write to the port would undo the press.
  avr_ioport_external_t outside = {.name = (unsigned long)port, .mask = mask[p], .value = level[p]};
  avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &outside);
  // Twice, for a line that does not change raises nothing, and after a reset the port has forgotten what it was.
  avr_irq_t *wire = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin);
  avr_raise_irq(wire, (uint32_t)!high);
  avr_raise_irq(wire, (uint32_t)high);
}

static void plug(void) {
  char name[64];
  struct termios t;
  if (near_end >= 0) return;
  if (openpty(&near_end, &far_end, name, NULL, NULL)) exit(4);
  tcgetattr(far_end, &t);
  cfmakeraw(&t);
  tcsetattr(far_end, TCSANOW, &t);
  fcntl(near_end, F_SETFL, O_NONBLOCK);
  unlink(link_path);
  if (symlink(name, link_path)) exit(5);
}

static void unplug(void) {
  if (near_end < 0) return;
  unlink(link_path);
  close(near_end);
  close(far_end);
  near_end = far_end = -1;
}

static void begin(void) {
  // Sets INT0 and INT1, which the box does not use, from level to edge: at level libsimavr looks at a low pin in every
  // cycle, and a sleeping box costs forty times as much.
  avr->data[0x69 /* EICRA */] = 0x0A;
  avr_cycle_timer_register(avr, BYTE_CYCLES, on_byte_time, NULL);
  receiver_full = 0;
}

static void restart(void) {
  avr_reset(avr);  // forgets every timer, ours too
  begin();
  for (char port = 'B'; port <= 'D'; ++port)
    for (int pin = 0; pin < 8; ++pin)
      if (mask[(int)port] >> pin & 1) set_pin(port, pin, level[(int)port] >> pin & 1);
}

static unsigned lamps(void) {
  avr_ioport_state_t b, c;
  avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE('B'), &b);
  avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE('C'), &c);
  const unsigned seats = (b.ddr & ~b.port & 0x1F) | (c.ddr & ~c.port & 0x1F) << 5;
  return seats | (b.ddr & b.port & 0x20) << 5 | (c.ddr & c.port & 0x20) << 6;
}

static void step(avr_cycle_count_t end, int stop_at_frame) {
  while (avr->cycle < end && !(stop_at_frame && frame_ended))
    if (avr_run(avr) >= cpu_Done) exit(3);
}

static void answer_run(unsigned long us) {
  step(avr->cycle + us * MHZ, 1);
  printf("%llu ", (unsigned long long)avr->cycle / MHZ);
  for (size_t i = 0; i < from_box_count; ++i) printf("%02x", from_box[i]);
  puts(from_box_count ? "" : "-");
  from_box_count = 0;
  frame_ended = 0;
}

static void command(const char *line) {
  char port, hex[2 * MOST + 1];
  int pin, high, digit;
  unsigned long us;
  unsigned byte;
  if (sscanf(line, "pin %c%d %d", &port, &pin, &high) == 3) {
    set_pin(port, pin, !!high);
    puts("ok");
  } else if (!strcmp(line, "reset")) {
    restart();
    puts("ok");
  } else if (!strcmp(line, "power")) {
    to_box_count = to_box_done = from_box_count = 0;
    restart();
    puts("ok");
  } else if (!strcmp(line, "lamps")) {
    printf("lamps %x\n", lamps());
  } else if (!strcmp(line, "stats")) {
    printf("stats %u %u %u\n", overruns, toggles, shorts);
  } else if (sscanf(line, "peek %lx", &us) == 1 && us <= avr->ramend) {
    printf("peek %x\n", avr->data[us]);
  } else if (!strcmp(line, "now")) {
    printf("now %llu\n", (unsigned long long)avr->cycle / MHZ);
  } else if (link_path && !strcmp(line, "plug")) {
    plug();
    puts("ok");
  } else if (link_path && !strcmp(line, "unplug")) {
    unplug();
    puts("ok");
  } else if (!link_path && sscanf(line, "rx %8192s", hex) == 1) {
    for (digit = 0; sscanf(hex + digit, "%2x", &byte) == 1 && to_box_count < MOST; digit += 2)
      to_box[to_box_count++] = (uint8_t)byte;
    puts("ok");
  } else if (!link_path && sscanf(line, "run %lu", &us) == 1) {
    answer_run(us);
  } else {
    printf("not understood: %s\n", line);
  }
  fflush(stdout);
}

// Reads commands until there are none; false when whoever started us has gone.
static int take_commands(void) {
  static char line[2 * MOST + 16];
  static size_t count;
  static char chunk[1024];
  ssize_t got;
  while ((got = read(0, chunk, sizeof chunk)) > 0) {
    for (ssize_t i = 0; i < got; ++i) {
      if (chunk[i] != '\n') {
        if (count < sizeof line - 1) line[count++] = chunk[i];
        continue;
      }
      line[count] = 0;
      count = 0;
      command(line);
    }
  }
  return got != 0;
}

static void run_in_real_time(void) {
  fcntl(0, F_SETFL, O_NONBLOCK);
  for (int64_t start = now_ns();;) {
    step(avr->cycle + STEP_CYCLES, 0);
    const int64_t ahead = (int64_t)avr->cycle * 1000 / MHZ - (now_ns() - start);
    struct pollfd commands = {.fd = 0, .events = POLLIN};
    struct timespec wait = {0, ahead > 0 ? ahead : 0};
    if (ahead < -50000000) start -= ahead;  // this computer was busy elsewhere: do not race to catch up
    if (ppoll(&commands, 1, &wait, NULL) > 0 && !take_commands()) return;
  }
}

int main(int argc, char **argv) {
  elf_firmware_t image;
  uint32_t no_flags = 0;
  if (argc < 2 || argc > 3) return 2;
  link_path = argc == 3 ? argv[2] : NULL;
  memset(&image, 0, sizeof image);
  if (elf_read_firmware(argv[1], &image)) return 1;
  avr = avr_make_mcu_by_name("atmega328p");
  avr_init(avr);
  avr_load_firmware(avr, &image);
  avr->frequency = MHZ * 1000000;
  avr->sleep = no_sleep;
  avr->log = LOG_ERROR;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
  uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_tx, NULL);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_flow, NULL);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_flow, &no_flags);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 3), on_buzzer, NULL);
  for (const char *port = "BC"; *port; ++port) {
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(*port), IOPORT_IRQ_REG_PORT), on_port, (void *)port);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(*port), IOPORT_IRQ_DIRECTION_ALL), on_port, (void *)port);
  }
  begin();
  // The cup stands on its sensor, nothing is pressed.
  set_pin('D', 2, 0);
  for (int pin = 4; pin <= 7; ++pin) set_pin('D', pin, 1);
  for (int pin = 0; pin < 5; ++pin) set_pin('B', pin, 1), set_pin('C', pin, 1);
  if (link_path) plug();
  puts("ready");
  fflush(stdout);
  if (link_path) run_in_real_time();
  else while (take_commands()) {}
  unplug();
  return 0;
}
