package io.halite.it.peers;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Salted tables of Halite, with an unchanged client or with the connection plug-in. */
final class HaliteWay extends NaturalWay {
  private static final Map<String, String> OF_FLIGHTS =
      Map.of("key", "departure:12:digits origin:3 destination:3", "salt", "hash(*) % 16");
  private static final Map<String, String> OF_READINGS =
      Map.of("key", "route:6 measured:8:revtime", "salt", "hash(route) % 16");

  private final boolean throughPlugIn;

  private HaliteWay(Configuration conf, String name, boolean throughPlugIn) throws Exception {
    super(conf, name);
    this.throughPlugIn = throughPlugIn;
  }

  static Way unchanged(Configuration conf) throws Exception {
    return new HaliteWay(conf, "halite", false);
  }

  static Way plugIn(Configuration conf) throws Exception {
    Configuration own = new Configuration(conf);
    own.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    return new HaliteWay(own, "direct", true);
  }

  @Override
  public void create() throws Exception {
    create(flights, OF_FLIGHTS);
    create(readings, OF_READINGS);
  }

  private void create(Table table, Map<String, String> spec) throws IOException {
    TableDescriptorBuilder described = described(table);
    described.setCoprocessor(
        CoprocessorDescriptorBuilder.newBuilder("io.halite.coprocessor.SaltingObserver")
            .setProperties(spec)
            .build());
    described.setCoprocessor("io.halite.coprocessor.latest.LatestEndpoint");
    SaltingSpec parsed = SaltingSpec.parse("key=" + spec.get("key") + ",salt=" + spec.get("salt"));
    connection
        .getAdmin()
        .createTable(described.build(), parsed.salt().splitPoints().toArray(byte[][]::new));
  }

  @Override
  public int scanInAnyOrder() throws Exception {
    return count(flights, new Scan().setAttribute("halite.unordered", Bytes.toBytes("16")));
  }

  @Override
  public int from(String origin) throws Exception {
    return inOrder(
        flights, new Scan().setAttribute("halite.where", Bytes.toBytes("origin = " + origin)));
  }

  @Override
  public int newest() throws Exception {
    if (!throughPlugIn) {
      return count(readings, new Scan().setAttribute("halite.latest", Bytes.toBytes("1")));
    }
    try (LatestClient client = LatestClient.open(connection, readings.getName())) {
      return answered(client);
    }
  }

  private static int answered(LatestClient client) throws IOException {
    int keys = 0;
    try (LatestAnswers answers = client.ask(LatestQuery.newest(1))) {
      for (KeyAnswer answer : answers) {
        keys += answer.rows().size();
      }
    }
    return keys;
  }

  private static int count(Table table, Scan scan) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        rows += row.getValue(F, DELAY) == null ? 0 : 1;
      }
    }
    return rows;
  }
}
