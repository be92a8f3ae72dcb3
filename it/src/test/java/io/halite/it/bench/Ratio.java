package io.halite.it.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Two ways of doing the same, measured in turns in one run, so that what else the machine does hits
 * both; by the clock, and by the processor time of this JVM, which holds clients and servers.
 */
final class Ratio {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final List<Spent> plain = new ArrayList<>();
  private final List<Spent> salted = new ArrayList<>();

  private record Spent(double seconds, double cpuSeconds) {}

  /** One round of work; the answer is not looked at. */
  interface Work {
    void run() throws Exception;
  }

  /**
   * Times both, first one and then the other, {@code rounds} times after {@code warmUp} rounds;
   * {@code before} each, untimed, both tables are brought into the same state.
   */
  static Ratio of(int warmUp, int rounds, Work before, Work plain, Work salted) throws Exception {
    Ratio ratio = new Ratio();
    for (int round = 0; round < warmUp + rounds; round++) {
      before.run();
      Spent first = spend(round % 2 == 0 ? plain : salted);
      Spent second = spend(round % 2 == 0 ? salted : plain);
      if (round >= warmUp) {
        ratio.plain.add(round % 2 == 0 ? first : second);
        ratio.salted.add(round % 2 == 0 ? second : first);
      }
    }
    return ratio;
  }

  private static Spent spend(Work work) throws Exception {
    long start = System.nanoTime();
    long cpu = SYSTEM.getProcessCpuTime();
    work.run();
    return new Spent((System.nanoTime() - start) / 1e9, (SYSTEM.getProcessCpuTime() - cpu) / 1e9);
  }

  double plainSeconds() {
    return median(plain, Spent::seconds);
  }

  double saltedSeconds() {
    return median(salted, Spent::seconds);
  }

  /** How many times as long the salted table takes. */
  double times() {
    return saltedSeconds() / plainSeconds();
  }

  /** How many times as much processor time the salted table takes. */
  double cpuTimes() {
    return saltedCpuSeconds() / plainCpuSeconds();
  }

  double plainCpuSeconds() {
    return median(plain, Spent::cpuSeconds);
  }

  double saltedCpuSeconds() {
    return median(salted, Spent::cpuSeconds);
  }

  private static double median(List<Spent> rounds, ToDoubleFunction<Spent> what) {
    return rounds.stream()
        .mapToDouble(what)
        .sorted()
        .skip(rounds.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
