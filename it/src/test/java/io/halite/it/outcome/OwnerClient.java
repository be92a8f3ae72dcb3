package io.halite.it.outcome;

import io.halite.client.plugin.SaltedAsyncConnection;
import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.rights.GuestRoute;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;

/** The ways to an owner. None is redirected; that at a door begins there. */
enum OwnerClient {
  BLOCKING {
    @Override
    CheckAndMutateResult send(Reached rows, CheckAndMutate check) throws Exception {
      return one(rows, conf(rows), check);
    }
  },
  BATCH {
    @Override
    CheckAndMutateResult send(Reached rows, CheckAndMutate check) throws Exception {
      Object[] answers = new Object[2];
      try (Connection connection = connect(conf(rows));
          Table table = connection.getTable(rows.table())) {
        table.batch(List.<Row>of(check, new Get(check.getRow())), answers);
      }
      return (CheckAndMutateResult) answers[0];
    }
  },
  ASYNCHRONOUS {
    @Override
    CheckAndMutateResult send(Reached rows, CheckAndMutate check) throws Exception {
      return later(rows, conf(rows), check);
    }
  },
  AT_A_DOOR {
    @Override
    CheckAndMutateResult send(Reached rows, CheckAndMutate check) throws Exception {
      try (Connection connection = ConnectionFactory.createConnection(conf(rows));
          Table table = rows.door().of(connection).getTable(rows.table())) {
        return table.checkAndMutate(check);
      }
    }
  },
  PLUG_IN {
    @Override
    CheckAndMutateResult send(Reached rows, CheckAndMutate check) throws Exception {
      Configuration conf = conf(rows);
      conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
      return one(rows, conf, check);
    }
  },
  ASYNCHRONOUS_PLUG_IN {
    @Override
    CheckAndMutateResult send(Reached rows, CheckAndMutate check) throws Exception {
      Configuration conf = conf(rows);
      conf.set("hbase.client.async.connection.impl", SaltedAsyncConnection.class.getName());
      return later(rows, conf, check);
    }
  };

  private static final Map<String, byte[]> NEVER_REDIRECTED =
      Map.of("halite.doors", Bytes.toBytes("off"));

  /**
   * The rows that are written.
   *
   * @param door the way of the client at a door
   */
  record Reached(EmbeddedCluster cluster, TableName table, GuestRoute door) {}

  private static Configuration conf(Reached rows) {
    Configuration conf = LosingClients.conf(rows.cluster());
    // The plug-in asks the owners itself, and has to go on while they are away.
    conf.setInt("hbase.client.pause", 100);
    return conf;
  }

  abstract CheckAndMutateResult send(Reached rows, CheckAndMutate check) throws Exception;

  private static CheckAndMutateResult one(Reached rows, Configuration conf, CheckAndMutate check)
      throws Exception {
    try (Connection connection = connect(conf);
        Table table = connection.getTable(rows.table())) {
      return table.checkAndMutate(check);
    }
  }

  private static CheckAndMutateResult later(Reached rows, Configuration conf, CheckAndMutate check)
      throws Exception {
    try (AsyncConnection connection =
        ConnectionFactory.createAsyncConnection(conf, User.getCurrent(), NEVER_REDIRECTED).get()) {
      return connection.getTable(rows.table()).checkAndMutate(check).get(120, TimeUnit.SECONDS);
    }
  }

  /** A connection that gateways redirect to no door. */
  static Connection connect(Configuration conf) throws Exception {
    return ConnectionFactory.createConnection(conf, null, User.getCurrent(), NEVER_REDIRECTED);
  }
}
