package io.halite.it.rights;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** All verdicts, counted. */
final class Tally {
  private final List<Verdict> verdicts = new ArrayList<>();

  void add(Verdict verdict) {
    verdicts.add(verdict);
  }

  int size() {
    return verdicts.size();
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

  /** How many ended how, and what is refused for which reason, as Markdown. */
  String markdown() {
    Map<String, Integer> counts = new TreeMap<>();
    Map<String, TreeSet<String>> requests = new TreeMap<>();
    for (Verdict verdict : verdicts) {
      for (String end : new TreeSet<>(verdict.ends())) {
        counts.merge(end, 1, Integer::sum);
        requests
            .computeIfAbsent(end, none -> new TreeSet<>())
            .add(verdict.question().request().name());
      }
    }
    StringBuilder page = new StringBuilder("| end | verdicts |\n|---|---|\n");
    counts.forEach((end, count) -> page.append("| %s | %d |\n".formatted(end, count)));
    page.append("\n| refused though the twin does not | requests | why |\n|---|---|---|\n");
    for (AcceptedRefusal reason : AcceptedRefusal.values()) {
      page.append(
          "| %s | %s | %s |\n"
              .formatted(
                  "`" + reason.words() + "`",
                  String.join(", ", requests.getOrDefault(reason.name(), new TreeSet<>())),
                  reason.why()));
    }
    return page.toString();
  }
}
