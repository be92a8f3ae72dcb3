package io.halite.routing.table;

import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A refusal of Halite's that is sent as a plain {@link DoNotRetryIOException}, which every client
 * can load, and that is known again by the beginning of its text.
 *
 * <p>By the beginning alone, and of that very class: HBase quotes what an application gave, such as
 * the name of an unknown family, in the texts of other exceptions, and a text from outside must
 * never pass for a refusal. Stateless.
 */
final class PlainRefusal {
  /** What HBase puts before the text of an exception, once for each server that passes it on. */
  private static final String CLASS = DoNotRetryIOException.class.getName() + ": ";

  private PlainRefusal() {}

  /** Whether an answer is the refusal that begins so. */
  static boolean isIn(Throwable answer, String beginning) {
    return line(answer).filter(line -> line.startsWith(beginning)).isPresent();
  }

  /**
   * What a server says in an answer, on its first line; its stack is on the others.
   *
   * @return empty if the answer is of another class, and so no such refusal
   */
  static Optional<String> line(Throwable answer) {
    String text = answer.getMessage();
    if (answer.getClass() != DoNotRetryIOException.class || text == null) {
      return Optional.empty();
    }
    int begin = 0;
    while (text.startsWith(CLASS, begin)) {
      begin += CLASS.length();
    }
    return text.substring(begin).lines().findFirst();
  }
}
