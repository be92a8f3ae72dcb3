package io.halite.it.protocols;

import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** What a REST server answers in XML. Stateless. */
final class RestAnswers {
  private static final Pattern ROW = Pattern.compile("<Row key=\"([^\"]+)\"");

  private RestAnswers() {}

  /** The keys of the rows in order, printed. */
  static List<String> rows(String xml) {
    if (!xml.startsWith("200")) {
      throw new IllegalStateException(xml);
    }
    return ROW.matcher(xml)
        .results()
        .map(row -> NewestQuestion.text(Base64.getDecoder().decode(row.group(1))))
        .toList();
  }
}
