package io.halite.it.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RequestReportTest {
  private static final SuiteRequests SOME =
      new SuiteRequests("p.TestSome", CountedRequests.OF_GUESTS, 7);
  private static final SuiteRequests NONE =
      new SuiteRequests("p.TestNone", CountedRequests.OF_GUESTS, 0);

  @Test
  void aSuiteWithoutRequestsFailsThoughOthersHadSome() {
    RequestReport report = new RequestReport(List.of(SOME, NONE), List.of());

    assertThat(report.unlisted()).containsExactly("`TestNone` judges no door");
    assertThat(report.page().get(1)).endsWith(": UNLISTED, `TestNone` judges no door");
  }

  @Test
  void aSuiteWithoutRequestsMayBeListed() {
    RequestReport report =
        new RequestReport(List.of(SOME, NONE), List.of("- `TestNone` judges no door: it is short"));

    assertThat(report.unlisted()).isEmpty();
    assertThat(report.page().get(1)).endsWith(": listed");
  }

  @Test
  void aSuiteIsListedForOneKindOfRequestsOnly() {
    SuiteRequests ofPlugIn = new SuiteRequests("p.TestNone", CountedRequests.OF_PLUG_IN, 0);

    assertThat(
            new RequestReport(
                    List.of(ofPlugIn), List.of("- `TestNone` judges no door: it is short"))
                .unlisted())
        .containsExactly("`TestNone` judges no plug-in");
  }

  @Test
  void halfOfTheRequestsOnOneWayIsNoOtherHalf() {
    RequestReport report =
        new RequestReport(
            List.of(
                new SuiteRequests("p.TestHalf", CountedRequests.OF_PLUG_IN, 9),
                new SuiteRequests("p.TestHalf", CountedRequests.OF_GATEWAYS, 0)),
            List.of());

    assertThat(report.unlisted()).containsExactly("`TestHalf` judges no gateway");
    assertThat(report.hasEachKind()).isFalse();
  }

  @Test
  void oneSuiteWithRequestsIsEnoughWhereFewMethodsRun() {
    assertThat(new RequestReport(List.of(SOME, NONE), List.of()).hasEachKind()).isTrue();
    assertThat(new RequestReport(List.of(NONE), List.of()).hasEachKind()).isFalse();
  }

  @Test
  void thePageOfTheProjectListsWhatJudgesNoDoor() throws Exception {
    List<String> page = Files.readAllLines(Path.of("..", "docs", "upstream.md"));
    SuiteRequests none =
        new SuiteRequests("p.TestAppendFromClientSide", CountedRequests.OF_GUESTS, 0);

    assertThat(new RequestReport(List.of(none), page).unlisted()).isEmpty();
  }
}
