package io.halite.client.shell;

import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * The command {@code row_key} of HBase's shell.
 *
 * <p>Under {@code key=user:4 ts:8:revtime,salt=reverse(user)}, {@code row_key 't', "0042\x7F…"}
 * with a natural key shows {@code user=0042 ts=2001-01-15T00:00:00Z} and the stored key {@code 32
 * 34 30 30 7F …}. Stateless.
 */
public final class KeyCommand {
  private KeyCommand() {}

  /**
   * Shows a natural key of a table by its segments, and its stored key.
   *
   * @return two lines: the segments, and the stored key in readable bytes
   * @throws IllegalArgumentException if the table has no spec, or the key does not fit its layout
   */
  public static List<String> show(Connection connection, String table, byte[] naturalKey)
      throws IOException {
    SaltingSpec spec = spec(connection, table);
    byte[] stored = spec.salt().salt(naturalKey);
    int others = spec.salt().places(naturalKey).size() - 1;
    return List.of(
        spec.layout().read(naturalKey).toString(),
        KeyBytes.readable(stored, spec.salt().prefixWidth())
            + (others == 0 ? "" : " or one of " + others + " others"));
  }

  private static SaltingSpec spec(Connection connection, String name) throws IOException {
    try (Table table = connection.getTable(TableName.valueOf(name))) {
      List<CoprocessorAttribute> observers =
          TableAttributes.of(table.getDescriptor(), TableAttributes.SALTING_OBSERVER);
      if (observers.size() != 1) {
        throw new IllegalArgumentException(
            "table '"
                + name
                + "' has "
                + observers.size()
                + " attributes of "
                + TableAttributes.SALTING_OBSERVER
                + ": exactly one must give the spec; alter the table");
      }
      return SaltingSpec.parse(observers.get(0).arguments());
    }
  }
}
