package io.halite.routing.table;

import io.halite.keys.Utf8;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/** The text of an attribute that a client has set on a request. Stateless. */
public final class AttributeText {
  private AttributeText() {}

  /**
   * Decodes the text.
   *
   * @throws DoNotRetryIOException if it is not UTF-8. It has no cause, since the client has sent
   *     what it names, and nothing of Halite has failed
   */
  public static String of(String attribute, byte[] given, SaltedTable table)
      throws DoNotRetryIOException {
    try {
      return Utf8.decode(given);
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(attribute + ": " + e.getMessage() + " (" + table + ")");
    }
  }
}
