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
 * <p>Stateless. It runs with the client of the shell, HBase 2.4 and newer.
 */
public final class LatestCommand {
  private LatestCommand() {}

  /**
   * Runs the query; the listing gives its lines as they are read.
   *
   * @param connection the connection of the shell, which stays open
   * @param keys the keys in bytes; null if the options say which
   * @param limit how many rows of each key; null if an option says it
   * @param options by name, as {@code help 'latest'} lists them: bytes for rows, columns and
   *     aggregates, text for the rest
   * @throws LatestException if the options do not make a query; its message says what is missing
   */
  public static LatestListing ask(
      Connection connection,
      String table,
      @Nullable List<byte[]> keys,
      @Nullable Object limit,
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
          "its regions have no LatestEndpoint",
          "alter '%s', METHOD => 'table_att', 'coprocessor' => ".formatted(table)
              + "'|io.halite.coprocessor.latest.LatestEndpoint||'");
    }
  }
}
