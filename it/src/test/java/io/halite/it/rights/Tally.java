package io.halite.it.rights;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All verdicts, counted. */
final class Tally {
  private static final String CHECK = "check ";

  private final List<Verdict> verdicts = new ArrayList<>();

  void add(Verdict verdict) {
    verdicts.add(verdict);
  }

  int size() {
    return verdicts.size();
  }

  /** How each entry ended, whatever its door. */
  Map<List<Object>, List<String>> ends() {
    return verdicts.stream()
        .collect(Collectors.toMap(verdict -> entry(verdict.question()), Verdict::ends));
  }

  private static List<Object> entry(MatrixQuestion question) {
    return List.of(
        question.request().name(), question.actor(), question.salting(), question.earlyOut());
  }

  List<Verdict> broken() {
    return verdicts.stream().filter(verdict -> !verdict.findings().isEmpty()).toList();
  }

  /** The verdicts that break the law, each on a line of its own. */
  String findings() {
    StringBuilder text = new StringBuilder();
    for (Verdict verdict : broken()) {
      text.append(verdict.question()).append('\n');
      verdict.findings().forEach(finding -> text.append("    ").append(finding).append('\n'));
    }
    return text.toString();
  }

  /** Writes the counts, and the findings if there are any, below {@code target/}. */
  void write(String name) throws IOException {
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target", name + ".md"), markdown());
    Files.writeString(Path.of("target", name + "-findings.txt"), findings());
  }

  /** How many ended how, and what the salted table alone refuses for which reason, as Markdown. */
  String markdown() {
    StringBuilder page = new StringBuilder("| end | verdicts |\n|---|---|\n");
    row(page, "as on the plain table, answered", count(Law.ANSWERED));
    row(page, "as on the plain table, refused", count(Law.REFUSED));
    row(page, "refused by the salted table alone", alone().size());
    row(page, "against the law", broken().size());
    page.append("\n| refused by the salted table alone | verdicts | requests | users | why |\n");
    page.append("|---|---|---|---|---|\n");
    for (AcceptedRefusal reason : AcceptedRefusal.values()) {
      List<Verdict> some = with(reason.name());
      row(
          page,
          "`… " + reason.words() + " …`",
          some.size(),
          list(some, Tally::request),
          list(some, verdict -> verdict.question().actor().rights()),
          reason.why());
    }
    return page.toString();
  }

  private static String request(Verdict verdict) {
    String name = verdict.question().request().name();
    return name.startsWith(CHECK) ? "check-and-mutate" : name;
  }

  /** Those that ended so in all their parts. */
  private int count(String end) {
    return (int)
        verdicts.stream().filter(verdict -> verdict.ends().stream().allMatch(end::equals)).count();
  }

  private List<Verdict> with(String end) {
    return verdicts.stream().filter(verdict -> verdict.ends().contains(end)).toList();
  }

  private List<Verdict> alone() {
    return verdicts.stream()
        .filter(
            verdict ->
                verdict.ends().stream()
                    .anyMatch(end -> !end.equals(Law.ANSWERED) && !end.equals(Law.REFUSED)))
        .toList();
  }

  private static String list(List<Verdict> verdicts, Function<Verdict, String> part) {
    return String.join(", ", new TreeSet<>(verdicts.stream().map(part).toList()));
  }

  private static void row(StringBuilder page, Object... cells) {
    page.append('|');
    for (Object cell : cells) {
      page.append(' ').append(cell).append(" |");
    }
    page.append('\n');
  }
}
