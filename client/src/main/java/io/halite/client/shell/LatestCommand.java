package io.halite.client.shell;

import io.halite.client.latest.LatestClient;
import io.halite.routing.latest.LatestException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code latest} of HBase's shell.
 *
 * <pre>{@code
 * latest 'flights', 'ORD', 2      ORD 2001-01-31T23:59:00Z LAX   column=f:delay, …, value=-7
 *                                 ORD 2001-01-31T23:54:00Z DFW   column=f:delay, …, value=12
 * }</pre>
 *
 * <p>Stateless. It runs with the client of HBase 2.4 and newer, whichever the shell brings.
 */
public final class LatestCommand {
  private LatestCommand() {}

  /**
   * Asks; the lines come as they are read.
   *
   * @param connection the shell's, which stays open
   * @param keys keys in bytes; null where options say which
   * @param limit how many rows of each key; null where an option says it
   * @param options by name, as {@code help 'latest'} lists them: bytes for rows, text for the rest
   * @throws LatestException if the options are no question; it says what is missing
   */
  public static LatestListing ask(
      Connection connection, String table, @Nullable List<byte[]> keys,
      @Nullable Number limit,
      Map<String, ?> options)
      throws IOException {
    LatestOptions given = LatestOptions.parse(keys, limit, options);
    LatestClient client = open(connection, table);
    try {
      return LatestListing.of(client, given);
    } catch (IOException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private static LatestClient open(Connection connection, String table) throws IOException {
    try {
      return LatestClient.open(connection, TableName.valueOf(table));
    } catch (UnknownProtocolException e) {
      throw new LatestException(
          "table",
          table,
          "its regions have no LatestEndpoint to ask",
          "alter '%s', METHOD => 'table_att', 'coprocessor' => ".formatted(table)
              + "'|io.halite.coprocessor.latest.LatestEndpoint||'");
    }
  }
}
