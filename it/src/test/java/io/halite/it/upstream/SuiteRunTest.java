package io.halite.it.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.AssumptionViolatedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

final class SuiteRunTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path directory;

  @Test
  void outcomesOfAnOldSuiteAreReadByMethodAndParameter() throws Exception {
    SuiteOutcomes outcomes = run(OldSuite.class, Mode.WITHOUT, Set.of(), LONG);

    assertThat(outcomes.lines())
        .extracting(SuiteOutcome::method, SuiteOutcome::parameter, SuiteOutcome::status)
        .containsExactlyInAnyOrder(
            tuple("passes", "1", Status.PASSED),
            tuple("fails", "1", Status.FAILED),
            tuple("isNotFitHere", "1", Status.SKIPPED));
    assertThat(outcomes.error("fails").orElseThrow())
        .startsWith("java.lang.AssertionError: expected 1 but was 2 (SuiteRunTest.java:");
  }

  @Test
  void onlyTheNamedMethodsRun() throws Exception {
    SuiteOutcomes outcomes = run(OldSuite.class, Mode.WITHOUT, Set.of("passes"), LONG);

    assertThat(outcomes.methods()).containsExactly("passes");
  }

  @Test
  void aMethodCountsUnderItsNameThoughAnotherOneHasThatName() throws Exception {
    SuiteOutcomes all = run(OverloadedSuite.class, Mode.WITHOUT, Set.of(), LONG);
    SuiteOutcomes some = run(OverloadedSuite.class, Mode.WITHOUT, Set.of("fails"), LONG);

    assertThat(all.methods()).containsExactly("fails", "passes");
    assertThat(all.status("passes")).isEqualTo(Status.PASSED);
    assertThat(some.methods()).containsExactly("fails");
  }

  @Test
  void settingsOfTheModeReachTheSuite() throws Exception {
    assertThat(run(SiteSuite.class, Mode.WITHOUT, Set.of(), LONG).status("siteNamesTheObserver"))
        .isEqualTo(Status.FAILED);
    assertThat(run(SiteSuite.class, Mode.WITH, Set.of(), LONG).status("siteNamesTheObserver"))
        .isEqualTo(Status.PASSED);
  }

  @Test
  void suiteThatHangsIsEndedAndKeepsWhatItFound() throws Exception {
    SuiteOutcomes outcomes = run(HangingSuite.class, Mode.WITHOUT, Set.of(), Duration.ofSeconds(5));

    assertThat(outcomes.status(OutcomeListener.WHOLE_CLASS)).isEqualTo(Status.FAILED);
    assertThat(outcomes.error(OutcomeListener.WHOLE_CLASS)).contains("ended after PT5S");
    assertThat(directory.resolve("suite.threads")).content().contains("hangs");
    assertThat(SuiteRun.read(directory.resolve("suite.tsv"))).isEqualTo(outcomes.lines());
  }

  @Test
  void workingDirectoryIsGoneAfterwards() throws Exception {
    run(OldSuite.class, Mode.WITHOUT, Set.of("passes"), LONG);

    assertThat(directory.resolve("work").resolve("suite")).doesNotExist();
    assertThat(Files.exists(directory.resolve("suite.log"))).isTrue();
  }

  private SuiteOutcomes run(Class<?> suite, Mode mode, Set<String> methods, Duration timeout)
      throws Exception {
    return new SuiteRun(suite.getName(), mode, directory).run(methods, "suite", timeout);
  }

  /** A JUnit 4 suite that wants to run once for each connection registry, as HBase's do. */
  @RunWith(Parameterized.class)
  public static final class OldSuite {
    public OldSuite(String registry) {
      assertThat(registry).doesNotContain("MasterRegistry");
    }

    @Parameters(name = "{index}: registry={0}")
    public static List<Object[]> parameters() {
      return List.of(new Object[] {"class p.MasterRegistry"}, new Object[] {"class p.Zk"});
    }

    @org.junit.Test
    public void passes() {}

    @org.junit.Test
    public void fails() {
      throw new AssertionError("expected 1\nbut was 2");
    }

    @org.junit.Test
    public void isNotFitHere() {
      throw new AssumptionViolatedException("not here");
    }
  }

  static final class SiteSuite {
    @Test
    void siteNamesTheObserver() {
      assertThat(HBaseConfiguration.create().get("hbase.coprocessor.user.region.classes"))
          .isEqualTo("io.halite.coprocessor.SaltingObserver|1073741823");
    }
  }

  static final class HangingSuite {
    @Test
    void hangs() throws InterruptedException {
      Thread.sleep(Duration.ofHours(1).toMillis());
    }
  }

  public static final class OverloadedSuite {
    @org.junit.Test
    public void passes() {
      passes(1);
    }

    public void passes(int number) {
      assertThat(number).isOne();
    }

    @org.junit.Test
    public void fails() {
      fails(2);
    }

    public void fails(int number) {
      assertThat(number).isOne();
    }
  }
}
