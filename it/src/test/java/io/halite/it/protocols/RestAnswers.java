package io.halite.it.protocols;

import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;

/** What a REST server answers in XML. Stateless. */
final class RestAnswers {
  private static final Pattern ROW = Pattern.compile("<Row key=\"([^\"]+)\"");
  private static final Pattern CELL = Pattern.compile("<Cell[^>]*>([^<]+)</Cell>");

  private RestAnswers() {}

  /** The keys of the rows in order, printed. */
  static List<String> rows(String xml) {
    return decoded(ROW, xml).map(NewestQuestion::text).toList();
  }

  /** The same of keys that are texts. */
  static List<String> keys(String xml) {
    return decoded(ROW, xml).map(Bytes::toString).toList();
  }

  /** The values of the cells in order, which are texts. */
  static List<String> values(String xml) {
    return decoded(CELL, xml).map(Bytes::toString).toList();
  }

  private static Stream<byte[]> decoded(Pattern part, String xml) {
    if (!xml.startsWith("200")) {
      throw new IllegalStateException(xml);
    }
    return part.matcher(xml).results().map(text -> Base64.getDecoder().decode(text.group(1)));
  }
}
