package io.halite.it.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class JudgeOptionsTest {
  @Test
  void nothingNamedMeansTheDefaultList() {
    assertThat(JudgeOptions.parse().suites()).isEqualTo(SuiteList.DEFAULT.suites());
  }

  @Test
  void furtherSuitesComeBesideTheDefaultOnes() {
    assertThat(JudgeOptions.parse("--further").suites())
        .containsAll(SuiteList.DEFAULT.suites())
        .containsAll(SuiteList.FURTHER.suites());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DEFAULT", "FURTHER"})
  void anyOtherListIsJudgedAlone(SuiteList list) {
    String option = "--" + list.name().toLowerCase(Locale.ROOT).replace('_', '-');
    assertThat(list.suites()).isNotEmpty();
    assertThat(JudgeOptions.parse(option).suites()).isEqualTo(list.suites());
  }

  @Test
  void noSuiteIsOnTwoLists() {
    assertThat(Arrays.stream(SuiteList.values()).flatMap(list -> list.suites().stream()))
        .doesNotHaveDuplicates();
  }

  @Test
  void doorsAreJudgedOnWideClustersInBothModes() {
    JudgeOptions doors = JudgeOptions.parse("--doors");

    assertThat(doors.suites()).isEqualTo(SuiteList.DEFAULT.suites());
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

  /** The jar of HBase's jobs is there in profile upstream alone. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"JOBS"})
  void everySuiteOfAListIsOnTheClassPath(SuiteList list) {
    assertThat(list.suites())
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
