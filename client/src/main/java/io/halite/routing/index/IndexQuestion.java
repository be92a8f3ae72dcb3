package io.halite.routing.index;

import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.RowIndex;
import io.halite.routing.table.AttributeText;
import io.halite.routing.table.SaltedTable;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * What the attribute {@code halite.index} of a request asks: the name of an index, and behind a
 * colon values and a range.
 *
 * <p>{@code byOrder} of a get whose row is {@code 000042}; {@code byBuyer: [20010101, 20010201)} of
 * a get whose row is {@code ann1}, the buyer. Stateless.
 */
public final class IndexQuestion {
  /** Twice the longest row key in hex, and as much for names and blanks. */
  private static final int MOST_BYTES = 1 << 17;

  private IndexQuestion() {}

  /**
   * Reads the attribute.
   *
   * @param leading the row of a get, which is the values before those in the attribute
   * @throws DoNotRetryIOException if the attribute is too long, the table has no such index, or as
   *     {@link IndexRange#parse}
   */
  public static IndexRange parse(byte[] attribute, byte[] leading, SaltedTable table)
      throws DoNotRetryIOException {
    if (attribute.length > MOST_BYTES) {
      throw new DoNotRetryIOException(
          "attribute %s has %d bytes, at most %d are read: ask for shorter values (%s)"
              .formatted(IndexedReads.ATTRIBUTE, attribute.length, MOST_BYTES, table));
    }
    String text = AttributeText.of(IndexedReads.ATTRIBUTE, attribute, table);
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    RowIndex index = index(name, table);
    if (colon < 0) {
      return values(index, leading);
    }
    try {
      return IndexRange.parse(index, leading, text.substring(colon + 1));
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(
          "%s '%s': %s (%s)"
              .formatted(IndexedReads.ATTRIBUTE, KeyBytes.cut(text), e.getMessage(), table),
          e);
    }
  }

  /** What asks for whole values alone. */
  static IndexRange values(RowIndex index, byte[] asked) throws DoNotRetryIOException {
    try {
      return IndexRange.values(index, asked);
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    }
  }

  private static RowIndex index(String name, SaltedTable table) throws DoNotRetryIOException {
    return table
        .spec()
        .index(name)
        .orElseThrow(
            () ->
                new DoNotRetryIOException(
                    "attribute %s '%s' names no index of the table: %s (%s)"
                        .formatted(
                            IndexedReads.ATTRIBUTE, KeyBytes.cut(name), cure(table), table)));
  }

  private static String cure(SaltedTable table) {
    String names =
        table.spec().indexes().stream().map(RowIndex::name).collect(Collectors.joining(", "));
    return names.isEmpty() ? "it has none, remove the attribute" : "name one of " + names;
  }
}
