package io.halite.it.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JudgeOptionsTest {
  @Test
  void nothingNamedMeansTheDefaultList() {
    assertThat(JudgeOptions.parse().suites()).isEqualTo(Suites.NAMED);
  }

  @Test
  void furtherSuitesComeBesideTheDefaultOnes() {
    assertThat(JudgeOptions.parse("--further").suites())
        .containsAll(Suites.NAMED)
        .containsAll(Suites.FURTHER);
  }

  @Test
  void suitesOfRightsAreJudgedAlone() {
    assertThat(JudgeOptions.parse("--access").suites()).isEqualTo(Suites.ACCESS);
  }

  @Test
  void thirdListIsJudgedAlone() {
    assertThat(JudgeOptions.parse("--third").suites()).isEqualTo(Suites.THIRD);
  }

  @Test
  void furtherListsAndJobsAreJudgedAlone() {
    assertThat(JudgeOptions.parse("--fourth").suites()).isEqualTo(Suites.FOURTH);
    assertThat(JudgeOptions.parse("--fifth").suites()).isEqualTo(Suites.FIFTH);
    assertThat(JudgeOptions.parse("--jobs").suites()).isEqualTo(Suites.JOBS);
  }

  @Test
  void doorsAreJudgedOnWideClustersInBothModes() {
    JudgeOptions doors = JudgeOptions.parse("--doors");

    assertThat(doors.suites()).isEqualTo(Suites.NAMED);
    assertThat(doors.without()).isEqualTo(Mode.WIDE_WITHOUT);
    assertThat(doors.with()).isEqualTo(Mode.WIDE_WITH_DOORS);
    assertThat(JudgeOptions.parse().with()).isEqualTo(Mode.WITH);
  }

  @Test
  void clientsOfThePlugInAreJudgedAgainstTheSameBaseline() {
    assertThat(JudgeOptions.parse("--plug-in").with()).isEqualTo(Mode.PLUG_IN);
    assertThat(JudgeOptions.parse("--half").with()).isEqualTo(Mode.HALF_PLUG_IN);
    assertThat(JudgeOptions.parse("--half").without()).isEqualTo(Mode.WITHOUT);
  }

  @Test
  void everySuiteOfTheListsIsOnTheClassPath() {
    assertThat(JudgeOptions.parse("--access").suites())
        .allSatisfy(suite -> assertThat(Suites.resolve(suite)).isEqualTo(suite));
    assertThat(JudgeOptions.parse("--further", "--third", "--fourth", "--fifth").suites())
        .allSatisfy(suite -> assertThat(Suites.resolve(suite)).isEqualTo(suite));
  }

  @Test
  void shortNameIsFoundInItsPackage() {
    assertThat(JudgeOptions.parse("TestMultiRowRangeFilter").suites())
        .containsExactly("org.apache.hadoop.hbase.filter.TestMultiRowRangeFilter");
  }

  @Test
  void methodsAndTimeoutAreTaken() {
    JudgeOptions options =
        JudgeOptions.parse(
            "TestAsyncTable", "--method", "testPut", "--method", "testGet", "--timeout", "7");

    assertThat(options.methods()).containsExactlyInAnyOrder("testPut", "testGet");
    assertThat(options.timeout()).isEqualTo(Duration.ofMinutes(7));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "unknown option, --fast, option '--fast'",
    "two ways, --doors --half, option '--half': one of --doors",
    "unknown suite, TestNothing, suite 'TestNothing'",
    "method without its name, --method, option '--method' wants a value",
    "timeout without minutes, --timeout, option '--timeout' wants a value",
    "timeout of zero, --timeout 0, option '--timeout' is '0'",
    "timeout in words, --timeout long, option '--timeout' is 'long'",
  })
  void badCommandLineIsRefusedNamingIt(String broken, String arguments, String message) {
    assertThatThrownBy(() -> JudgeOptions.parse(arguments.split(" ")))
        .as(broken)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
