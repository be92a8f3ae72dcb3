package io.halite.it.upstream;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Runs HBase's own suites twice, without and with Halite's observer on every user table, and
 * reports the difference. A difference counts if it is still there after its method ran once more
 * in both modes. Start it by {@code .ci/upstream}; what it accepts is listed in {@code
 * docs/upstream.md}.
 *
 * <p>The directory it is given keeps, for each mode and suite, the log and the outcomes. Outcomes
 * of the baseline are taken from there when they are whole.
 */
final class Judge {
  private final JudgeOptions options;
  private final Path directory;
  private final Path page;
  private final PrintStream out;

  private Judge(JudgeOptions options, Path directory, Path page, PrintStream out) {
    this.options = options;
    this.directory = directory;
    this.page = page;
    this.out = out;
  }

  /**
   * @param arguments where to write, the page of accepted differences, then {@link JudgeOptions}
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path directory = Path.of(arguments[0]).toAbsolutePath();
    String[] rest = List.of(arguments).subList(2, arguments.length).toArray(String[]::new);
    JudgeOptions options = JudgeOptions.parse(rest);
    Path page = Path.of(arguments[1]);
    AcceptedDifferences accepted = AcceptedDifferences.read(page, options.with().way());
    Judge judge = new Judge(options, directory, page, System.out);
    System.exit(judge.judge(accepted) ? 0 : 1);
  }

  private boolean judge(AcceptedDifferences accepted) throws IOException, InterruptedException {
    List<SuiteComparison> suites = new ArrayList<>();
    if (options.baselineOnly()) {
      for (String suite : options.suites()) {
        baseline(suite);
      }
      return true;
    }
    if (!observerIsAtWork()) {
      out.println("the control does not differ: the observer is not on the tables, nothing judged");
      return false;
    }
    for (String suite : options.suites()) {
      suites.add(compare(suite));
    }
    JudgeReport report = new JudgeReport(suites, accepted);
    Files.write(directory.resolve("report.tsv"), report.lines());
    Files.write(directory.resolve("report.txt"), report.page());
    report.page().forEach(out::println);
    boolean wasJudged = countRequests();
    out.printf(
        "judge: %d methods differ, %d of them not listed in docs/upstream.md%n",
        report.differences().size(), report.unlisted().size());
    List<String> empty = report.suitesWithoutMethods();
    boolean nothingRan =
        options.methods().isEmpty() ? !empty.isEmpty() : empty.size() == suites.size();
    if (nothingRan) {
      out.println("judge: no method ran of " + empty);
    }
    return report.unlisted().isEmpty() && !nothingRan && wasJudged;
  }

  /** Prints how many requests each suite had; false if one had none that should. */
  private boolean countRequests() throws IOException {
    List<SuiteRequests> requests = new ArrayList<>();
    for (String suite : options.suites()) {
      requests.addAll(requestsOf(suite));
    }
    RequestReport report = new RequestReport(requests, Files.readAllLines(page));
    report.page().forEach(out::println);
    return options.methods().isEmpty() ? report.unlisted().isEmpty() : report.hasEachKind();
  }

  private List<SuiteRequests> requestsOf(String suite) throws IOException {
    Path file = directory.resolve(options.with().directory()).resolve(suite + ".requests");
    List<String> numbers = Files.exists(file) ? Files.readAllLines(file) : List.of();
    List<SuiteRequests> requests = new ArrayList<>();
    for (CountedRequests kind : options.with().change().requests()) {
      int line = requests.size();
      long number = line < numbers.size() ? Long.parseLong(numbers.get(line)) : 0;
      requests.add(new SuiteRequests(suite, kind, number));
    }
    return requests;
  }

  private boolean observerIsAtWork() throws IOException, InterruptedException {
    SuiteOutcomes without = run(Suites.CONTROL, options.without(), Set.of(), "control");
    SuiteOutcomes with = run(Suites.CONTROL, options.with(), Set.of(), "control");
    return without.status(PlacementControl.MUST_DIFFER) == Status.PASSED
        && with.status(PlacementControl.MUST_DIFFER) == Status.FAILED;
  }

  private SuiteComparison compare(String suite) throws IOException, InterruptedException {
    SuiteOutcomes without = baseline(suite);
    if (!options.methods().isEmpty()) {
      without = without.only(options.methods());
    }
    SuiteComparison first =
        new SuiteComparison(suite, without, run(suite, options.with(), options.methods(), suite));
    Set<String> unsettled = first.unsettled();
    if (unsettled.isEmpty()) {
      return first;
    }
    unsettled.remove(OutcomeListener.WHOLE_CLASS);
    String again = suite + ".again";
    return first.settledBy(
        new SuiteComparison(
            suite,
            run(suite, options.without(), unsettled, again),
            run(suite, options.with(), unsettled, again)));
  }

  private SuiteOutcomes baseline(String suite) throws IOException, InterruptedException {
    Path kept = directory.resolve(options.without().directory()).resolve(suite + ".tsv");
    SuiteOutcomes outcomes = SuiteOutcomes.of(SuiteRun.read(kept));
    if (!options.fresh() && !outcomes.methods().isEmpty()) {
      return outcomes;
    }
    return run(suite, options.without(), Set.of(), suite);
  }

  private SuiteOutcomes run(String suite, Mode mode, Set<String> methods, String name)
      throws IOException, InterruptedException {
    Path files = directory.resolve(mode.directory());
    Files.createDirectories(files);
    long start = System.nanoTime();
    SuiteOutcomes outcomes = new SuiteRun(suite, mode, files).run(methods, name, options.timeout());
    out.printf(
        "%-8s %-60s %3d methods, %3d not passed, %4d s%n",
        mode.directory(),
        name,
        outcomes.methods().size(),
        outcomes.methods().stream().filter(m -> outcomes.status(m) != Status.PASSED).count(),
        (System.nanoTime() - start) / 1_000_000_000);
    outcomes.methods().stream()
        .filter(method -> outcomes.status(method) != Status.PASSED)
        .forEach(
            method ->
                out.printf(
                    "         %s: %s %s%n",
                    method, outcomes.status(method), outcomes.error(method).orElse("")));
    return outcomes;
  }
}
