package io.halite.it.protocols;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.protocols.NewestQuestion.Within;
import io.halite.it.protocols.ProtocolServer.Protocol;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * The ways by which a scan for newest rows reaches a table.
 *
 * @param byName the routes of HBase's clients
 * @param async a connection without the plug-in
 * @param rest a REST server with the plug-in
 * @param open what is closed in the end
 */
record NewestRoutes(
    Map<String, Route> byName, AsyncConnection async, ProtocolServer rest, List<AutoCloseable> open)
    implements AutoCloseable {
  /** One way to scan. */
  interface Route {
    /** The keys of the rows in order, printed. */
    List<String> rows(TableName table, NewestQuestion question) throws Exception;
  }

  static NewestRoutes open(EmbeddedCluster cluster, Path directory) throws Exception {
    ProtocolServer server = ProtocolServer.start(cluster, Protocol.REST, true, directory);
    Configuration usual = cluster.configuration();
    Configuration plugIn = PlugIns.on(usual);
    // This connection stays off the doors, so that gateways alone answer it.
    Map<String, byte[]> noDoors = Map.of("halite.doors", Bytes.toBytes("off"));
    Connection gateways =
        ConnectionFactory.createConnection(usual, null, User.getCurrent(), noDoors);
    Connection direct = ConnectionFactory.createConnection(plugIn);
    AsyncConnection directAsync = ConnectionFactory.createAsyncConnection(plugIn).get();
    AsyncConnection async = ConnectionFactory.createAsyncConnection(usual).get();
    Map<String, Route> routes = new LinkedHashMap<>();
    routes.put("gateways", blocking(gateways));
    routes.put("doors", blocking(cluster.connection()));
    routes.put("plug-in", blocking(direct));
    routes.put("asynchronous, by doors", asynchronous(async));
    routes.put("asynchronous, by the plug-in", asynchronous(directAsync));
    server.await();
    return new NewestRoutes(
        routes, async, server, List.of(server, gateways, direct, directAsync, async));
  }

  private static Route blocking(Connection connection) {
    return (table, question) -> {
      List<String> rows = new ArrayList<>();
      try (ResultScanner results = connection.getTable(table).getScanner(question.scan())) {
        // Not by its iterator, which hides what a scan fails with.
        for (Result row = results.next(); row != null; row = results.next()) {
          rows.add(NewestQuestion.text(row.getRow()));
        }
      }
      return rows;
    };
  }

  private static Route asynchronous(AsyncConnection connection) {
    return (table, question) -> {
      Scan scan = question.scan();
      return FutureUtils.get(connection.getTable(table).scanAll(scan)).stream()
          .map(row -> NewestQuestion.text(row.getRow()))
          .toList();
    };
  }

  /** What the REST server answers, in XML. */
  String overRest(TableName table, NewestQuestion question) throws Exception {
    String range =
        question.within() == Within.ALL
            ? ""
            : "&startrow=%s&endrow=%s".formatted(question.start(), question.stop());
    String filter = URLEncoder.encode(question.filter(), StandardCharsets.UTF_8);
    return RestClient.of(rest.port())
        .get(
            table.getNameAsString() + "/*?filter=" + filter.replace("+", "%20") + range,
            RestClient.XML);
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }
}
