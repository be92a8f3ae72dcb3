package io.halite.client.shell;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The command {@code row_key} of HBase's shell, which shows the segments and the stored key of a
 * natural key.
 *
 * <p>Under {@code key=user:4 day:8:digits,salt=reverse(user)} the command {@code row_key 't',
 * '004220010115'} prints two lines:
 *
 * <pre>
 * user=0042 day=20010115
 * 32 34 30 30 32 30 30 31 30 31 31 35
 * </pre>
 *
 * <p>Stateless.
 */
public final class KeyCommand {
  private KeyCommand() {}

  /**
   * Shows the segments of a natural key, and its stored key.
   *
   * @param naturalKey a natural key; the table need not have such a row
   * @return two lines: the segments as {@code name=value}, then the stored key in readable bytes.
   *     Under a multi-place salt the second line is one place, followed by the number of others:
   *     {@code 03·41 54 4C or one of 15 others}
   * @throws IllegalArgumentException if the table's regions have no observer, or the key does not
   *     fit the layout
   * @throws IOException if the table does not exist, or the user may not read it
   */
  public static List<String> show(Connection connection, String table, byte[] naturalKey)
      throws IOException {
    SaltingSpec spec = SaltedTableOperations.of(connection, TableName.valueOf(table)).spec();
    byte[] stored = spec.salt().salt(naturalKey);
    int others = spec.salt().places(naturalKey).size() - 1;
    return List.of(
        spec.layout().read(naturalKey).toString(),
        KeyBytes.readable(stored, spec.salt().prefixWidth())
            + (others == 0 ? "" : " or one of " + others + " others"));
  }
}
