package io.halite.it.peers;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.peers.Answers.Answer;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** Salted tables of Halite, with an unchanged client or with the connection plug-in. */
final class HaliteWay extends NaturalWay {
  private static final String OF_FLIGHTS =
      "key=departure:12:digits origin:3 destination:3,salt=hash(*) % 16";
  private static final String OF_READINGS = "key=route:6 measured:8:revtime,salt=hash(route) % 16";

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

  private void create(Table table, String spec) throws IOException {
    TableDescriptor described =
        described(table)
            .setValue("coprocessor$1", TableAttributes.salting(spec))
            .setCoprocessor("io.halite.coprocessor.latest.LatestEndpoint")
            .build();
    byte[][] splits = SaltingSpec.parse(spec).salt().splitPoints().toArray(byte[][]::new);
    connection.getAdmin().createTable(described, splits);
  }

  @Override
  public Answer scanInAnyOrder() throws Exception {
    return read(flights, new Scan().setAttribute("halite.unordered", Bytes.toBytes("16")))
        .inAnyOrder();
  }

  @Override
  public Answer from(String origin) throws Exception {
    byte[] condition = Bytes.toBytes("origin = " + origin);
    return read(flights, new Scan().setAttribute("halite.where", condition)).inOrder();
  }

  @Override
  public Answer newest() throws Exception {
    if (!throughPlugIn) {
      return read(readings, new Scan().setAttribute("halite.latest", Bytes.toBytes("1")))
          .inAnyOrder();
    }
    Answers answers = new Answers();
    try (LatestClient client = LatestClient.open(connection, readings.getName());
        LatestAnswers keys = client.ask(LatestQuery.newest(1))) {
      for (KeyAnswer key : keys) {
        for (LatestRow row : key.rows()) {
          answers.add(row.row(), CellUtil.cloneValue(row.cells().get(0)));
        }
      }
    }
    return answers.inAnyOrder();
  }
}
