package io.halite.it.rights;

import io.halite.it.rights.Outcome.Kind;
import io.halite.it.rights.Outcome.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What must hold: a salted table ends each action as its twin does, or refuses it for good with an
 * accepted reason; it never answers what the twin refuses; and what is refused changes nothing.
 */
final class Law {
  static final String ANSWERED = "answered";
  static final String REFUSED = "refused";

  private final List<String> ends = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();

  private final MatrixQuestion question;

  private Law(MatrixQuestion question) {
    this.question = question;
  }

  /**
   * Judges one question.
   *
   * @param changed whether any cell of the salted table or its indexes has changed
   * @param cells the question's rows in the salted table, after it
   * @param twinCells the same in the twin
   */
  static Verdict judge(
      MatrixQuestion question,
      Outcome salted,
      Outcome twin,
      boolean changed,
      Object cells,
      Object twinCells) {
    Law law = new Law(question);
    law.compare(salted, twin);
    if (changed && (salted.isRefused() || !question.request().writes())) {
      law.findings.add("cells have changed by what was refused or only reads: " + cells);
    }
    boolean same = law.findings.isEmpty() && law.ends.stream().allMatch(ANSWERED::equals);
    if (same && question.request().writes() && !cells.equals(twinCells)) {
      law.findings.add("stored " + cells + " where the twin stored " + twinCells);
    }
    return new Verdict(question, law.ends, law.findings);
  }

  private void compare(Outcome salted, Outcome twin) {
    if (salted.parts().size() != twin.parts().size()) {
      findings.add("ended " + salted + " where the twin ended " + twin);
      return;
    }
    for (int i = 0; i < salted.parts().size(); i++) {
      ends.add(end(salted.parts().get(i), twin.parts().get(i)));
    }
  }

  private String end(Part salted, Part twin) {
    if (salted.kind() == Kind.FAILED) {
      findings.add("asks to try again: " + salted.text());
      return "failed";
    }
    if (salted.kind() == Kind.ANSWERED) {
      if (twin.kind() != Kind.ANSWERED) {
        findings.add("answered " + salted.text() + " where the twin says " + twin.text());
      } else if (!salted.text().equals(twin.text())) {
        findings.add("answered " + salted.text() + " where the twin answers " + twin.text());
      }
      return ANSWERED;
    }
    if (twin.kind() != Kind.ANSWERED) {
      return REFUSED;
    }
    Optional<AcceptedRefusal> reason = AcceptedRefusal.of(question, salted.text());
    if (reason.isEmpty()) {
      findings.add(
          "refused what the twin answers, for no accepted reason: "
              + salted.text()
              + " (twin: "
              + twin.text()
              + ")");
    }
    return reason.map(Enum::name).orElse("refused without a reason");
  }
}
