package io.halite.it.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What {@link KerberosMain} printed. */
record KerberosAnswers(List<String> lines) {
  private static final int QUESTIONS = 11;
  private static final Duration START_AND_END = Duration.ofMinutes(6);

  /**
   * Asks.
   *
   * @param directory where logs are kept
   * @param keys where keytabs are, while the cluster runs
   * @param tickets how long a ticket is good for
   * @param goOn how long to go on asking
   */
  static KerberosAnswers ask(Path directory, Path keys, Duration tickets, Duration goOn)
      throws IOException, InterruptedException {
    return new KerberosAnswers(
        new ChildProgram(directory, KerberosCluster.settings(), KerberosCluster.REACH_INTO_THE_JDK)
            .run(
                KerberosMain.class,
                START_AND_END.plus(goOn),
                keys.toString(),
                directory.resolve("cluster").toString(),
                Long.toString(tickets.toSeconds()),
                Long.toString(goOn.toSeconds())));
  }

  /** What was said of somebody or something. */
  List<String> of(String who) {
    return lines.stream()
        .filter(line -> line.startsWith(who + ": "))
        .map(line -> line.substring(who.length() + 2))
        .toList();
  }

  /** Fails unless somebody asked every question, maybe many times, with this outcome. */
  void assertAll(String who, String outcome) {
    assertThat(of(who)).isNotEmpty().allMatch(line -> line.endsWith(": " + outcome));
    assertThat(of(who).size() % QUESTIONS).as("questions left out by '%s'", who).isZero();
  }
}
