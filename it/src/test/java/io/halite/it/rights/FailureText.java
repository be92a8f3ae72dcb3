package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/** All that a failure tells: its message, its causes, and those of the requests of a list. */
final class FailureText {
  private FailureText() {}

  static String of(Throwable failure) {
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    failure.printStackTrace(writer);
    for (Throwable part = failure; part != null; part = part.getCause()) {
      if (part instanceof RetriesExhaustedWithDetailsException list) {
        list.getCauses().forEach(cause -> cause.printStackTrace(writer));
      }
    }
    return text.toString();
  }

  /** The spec is not told, nor by the refusal of a mark, which shows the spec. */
  static void tellsNoSpec(Throwable failure) {
    assertTellsNoSpec(of(failure));
  }

  /** The same of such a text. */
  static void assertTellsNoSpec(String text) {
    assertThat(text).doesNotContain("salt=", "key=unit", "% 4", "is not the mark");
  }
}
