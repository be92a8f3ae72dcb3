package io.halite.it.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JudgeReportTest {
  private static final SuiteComparison SUITE =
      new SuiteComparison(
          "p.TestSuite",
          SuiteOutcomes.of(
              List.of(
                  new SuiteOutcome("a", "", Status.PASSED, ""),
                  new SuiteOutcome("b", "", Status.PASSED, ""),
                  new SuiteOutcome("c", "", Status.PASSED, ""))),
          SuiteOutcomes.of(
              List.of(
                  new SuiteOutcome("a", "", Status.PASSED, ""),
                  new SuiteOutcome("b", "", Status.FAILED, "b broke"),
                  new SuiteOutcome("c", "", Status.FAILED, "c broke"))));

  @Test
  void differenceOutsideTheListIsUnlisted() {
    JudgeReport report = reportAccepting("- `TestSuite#b`: counts blocks of one region");

    assertThat(report.unlisted()).extracting(Difference::name).containsExactly("TestSuite#c");
    assertThat(report.page())
        .contains(
            "listed   TestSuite#b: PASSED without, FAILED with: b broke",
            "UNLISTED TestSuite#c: PASSED without, FAILED with: c broke");
  }

  @Test
  void listedMethodThatIsEqualIsNamedUnlessItsSuiteDidNotRun() {
    JudgeReport report =
        reportAccepting("- `TestSuite#a`: was a defect", "- `TestOther#z`: another suite");

    assertThat(report.listedInVain()).containsExactly("TestSuite#a");
    assertThat(report.page()).contains("listed in docs/upstream.md, but equal: TestSuite#a");
  }

  @Test
  void listedEndOfAClassThatEndsWellIsNamed() {
    JudgeReport report =
        reportAccepting("- `TestSuite#(class)`: aborted", "- `TestOther#(class)`: another suite");

    assertThat(report.listedInVain()).containsExactly("TestSuite#(class)");
  }

  @Test
  void whatIsListedForGatewaysMayBeEqualThroughThePlugIn() {
    List<String> page =
        List.of(
            "- `TestSuite#a`: by gateways",
            "- `TestSuite#a2` (plug-in): no",
            "- `TestSuite#a2` (doors): no");
    SuiteOutcomes passed =
        SuiteOutcomes.of(
            List.of(
                new SuiteOutcome("a", "", Status.PASSED, ""),
                new SuiteOutcome("a2", "", Status.PASSED, "")));
    List<SuiteComparison> suites = List.of(new SuiteComparison("p.TestSuite", passed, passed));

    assertThat(
            new JudgeReport(suites, AcceptedDifferences.parse(page, JudgedWay.PLUG_IN))
                .listedInVain())
        .containsExactly("TestSuite#a2");
    assertThat(
            new JudgeReport(suites, AcceptedDifferences.parse(page, JudgedWay.DOORS))
                .listedInVain())
        .containsExactly("TestSuite#a2");
    assertThat(
            new JudgeReport(suites, AcceptedDifferences.parse(page, JudgedWay.GATEWAYS))
                .listedInVain())
        .containsExactly("TestSuite#a");
  }

  @Test
  void listedEndOfAClassExcusesTheMethodsThatNeverRanAndNoOther() {
    SuiteComparison ended =
        new SuiteComparison(
            "p.TestSuite",
            SuiteOutcomes.of(
                List.of(
                    new SuiteOutcome("a", "", Status.PASSED, ""),
                    new SuiteOutcome("b", "", Status.PASSED, ""))),
            SuiteOutcomes.of(
                List.of(
                    new SuiteOutcome("b", "", Status.FAILED, "b broke"),
                    new SuiteOutcome(
                        OutcomeListener.WHOLE_CLASS, "", Status.FAILED, "its JVM ended"))));
    assertThat(unlisted(ended, "- `TestSuite#(class)`: aborted")).containsExactly("TestSuite#b");
    assertThat(unlisted(ended, "- `TestOther#(class)`: aborted"))
        .containsExactly("TestSuite#(class)", "TestSuite#a", "TestSuite#b");
  }

  private static List<String> unlisted(SuiteComparison suite, String listed) {
    AcceptedDifferences accepted = AcceptedDifferences.parse(List.of(listed), JudgedWay.GATEWAYS);
    return new JudgeReport(List.of(suite), accepted)
        .unlisted().stream().map(Difference::name).toList();
  }

  @Test
  void suiteThatReportedNothingIsNamed() {
    SuiteComparison silent =
        new SuiteComparison(
            "p.TestSilent", SuiteOutcomes.of(List.of()), SuiteOutcomes.of(List.of()));

    assertThat(
            new JudgeReport(
                    List.of(SUITE, silent),
                    AcceptedDifferences.parse(List.of(), JudgedWay.GATEWAYS))
                .suitesWithoutMethods())
        .containsExactly("p.TestSilent");
  }

  @Test
  void methodThatIsRedInBothModesIsNotEqual() {
    SuiteOutcomes outcomes =
        SuiteOutcomes.of(
            List.of(
                new SuiteOutcome("a", "", Status.PASSED, ""),
                new SuiteOutcome("b", "", Status.FAILED, "b broke")));
    SuiteComparison suite = new SuiteComparison("p.TestSuite", outcomes, outcomes);

    assertThat(
            new JudgeReport(
                    List.of(suite), AcceptedDifferences.parse(List.of(), JudgedWay.GATEWAYS))
                .page())
        .anyMatch(line -> line.matches("TestSuite +2 +1 +0 +1"));
  }

  @Test
  void whatDiffersOnceIsNamedAndDoesNotCount() {
    SuiteOutcomes passed = SuiteOutcomes.of(List.of(new SuiteOutcome("b", "", Status.PASSED, "")));
    SuiteOutcomes failed =
        SuiteOutcomes.of(List.of(new SuiteOutcome("b", "", Status.FAILED, "b broke")));
    SuiteComparison settled =
        new SuiteComparison("p.TestSuite", passed, failed)
            .settledBy(new SuiteComparison("p.TestSuite", passed, passed));
    JudgeReport report =
        new JudgeReport(List.of(settled), AcceptedDifferences.parse(List.of(), JudgedWay.GATEWAYS));

    assertThat(report.unlisted()).isEmpty();
    assertThat(report.page())
        .contains(
            "differed once, and was equal when it ran again: TestSuite#b: PASSED without, FAILED"
                + " with: b broke");
  }

  @Test
  void everyMethodIsOneLineForAProgram() {
    assertThat(reportAccepting().lines())
        .containsExactly(
            "p.TestSuite\ta\tPASSED\tPASSED\t",
            "p.TestSuite\tb\tPASSED\tFAILED\tb broke",
            "p.TestSuite\tc\tPASSED\tFAILED\tc broke");
  }

  @Test
  void whatDiffersThroughThePlugInIsNoExcuseForGateways() {
    List<String> page = List.of("- `TestSuite#b` (plug-in): it casts the connection");
    assertThat(AcceptedDifferences.parse(page, JudgedWay.PLUG_IN).names())
        .containsExactly("TestSuite#b");
    assertThat(AcceptedDifferences.parse(page, JudgedWay.GATEWAYS).names()).isEmpty();
    assertThat(AcceptedDifferences.parse(page, JudgedWay.DOORS).names()).isEmpty();
  }

  @Test
  void differenceListedTwiceIsRefused() {
    assertThatThrownBy(
            () -> reportAccepting("- `TestSuite#b`: one reason", "- `TestSuite#b`: another"))
        .hasMessageContaining("'TestSuite#b' is listed twice");
  }

  @Test
  void anItemMayGoOnInIndentedLines() {
    assertThat(
            AcceptedDifferences.parse(
                    List.of("- `TestSuite#b`:", "  a long reason"), JudgedWay.GATEWAYS)
                .names())
        .containsExactly("TestSuite#b");
  }

  @Test
  void pageOfTheProjectParses() throws Exception {
    assertThat(
            AcceptedDifferences.read(Path.of("..", "docs", "upstream.md"), JudgedWay.PLUG_IN)
                .names())
        .contains("TestFromClientSide5#testMultiRowMutation")
        .hasSizeGreaterThan(20)
        .allSatisfy(name -> assertThat(name).matches("Test\\w+#(\\w+|\\(class\\))"));
  }

  @Test
  void outcomeLineReadsBackAsItWas() {
    SuiteOutcome outcome = new SuiteOutcome("m", "2", Status.FAILED, "first\tline\nsecond line");

    assertThat(SuiteOutcome.parse(outcome.toLine())).isEqualTo(outcome);
    assertThat(outcome.error()).isEqualTo("first line");
    assertThatThrownBy(() -> SuiteOutcome.parse("m\tPASSED")).hasMessageContaining("has 2 fields");
  }

  private static JudgeReport reportAccepting(String... rows) {
    return new JudgeReport(
        List.of(SUITE), AcceptedDifferences.parse(List.of(rows), JudgedWay.GATEWAYS));
  }
}
