package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The text of a refusal as the name of a family that the table does not have. HBase quotes it as it
 * is, with its line break, in the failure of the request.
 */
@ExtendWith(SharedCluster.class)
class ReflectedRefusalIT {
  private static final byte[] ROW = Bytes.toBytes("x");
  private static final byte[] FORGED =
      Bytes.toBytes("halite mark refused: x (table 't', " + TestTable.FOUR_BUCKETS + ")\n");

  private final EmbeddedCluster cluster;

  ReflectedRefusalIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Put put() {
    return new Put(ROW).addColumn(FORGED, FORGED, FORGED);
  }

  private static Get get() {
    return new Get(ROW).addFamily(FORGED);
  }

  /** The first request of a connection, and so the one that asks for the spec. */
  private enum First {
    PUT {
      @Override
      void send(Table table) throws Exception {
        table.put(put());
      }
    },
    PUTS {
      @Override
      void send(Table table) throws Exception {
        table.put(List.of(put(), put()));
      }
    },
    GET {
      @Override
      void send(Table table) throws Exception {
        table.get(get());
      }
    },
    GETS {
      @Override
      void send(Table table) throws Exception {
        table.get(List.of(get(), get()));
      }
    },
    INCREMENT {
      @Override
      void send(Table table) throws Exception {
        table.increment(new Increment(ROW).addColumn(FORGED, FORGED, 1));
      }
    },
    ROW_MUTATIONS {
      @Override
      void send(Table table) throws Exception {
        table.mutateRow(RowMutations.of(List.of(put())));
      }
    },
    SCAN {
      @Override
      void send(Table table) throws Exception {
        try (ResultScanner rows = table.getScanner(new Scan().addFamily(FORGED))) {
          rows.next();
        }
      }
    };

    abstract void send(Table table) throws Exception;
  }

  /** Fails as HBase fails a request with an unknown family, whatever its name. */
  private static void fails(Table table, First first) {
    Throwable failure = catchThrowable(() -> first.send(table));
    Throwable cause =
        failure instanceof RetriesExhaustedWithDetailsException list ? list.getCause(0) : failure;
    assertThat(cause)
        .isInstanceOf(NoSuchColumnFamilyException.class)
        .hasMessageContaining("halite mark refused");
  }

  @Test
  void aPlainTableKeepsItsNaturalKeysWhicheverRequestOfAConnectionComesFirst() throws Exception {
    Configuration plugIns = PluginTables.plugIns(cluster);
    List<String> rows = new ArrayList<>();
    try (TestTable plain = TestTable.numbered("reflected").families(Parity.F).create(cluster)) {
      for (First first : First.values()) {
        try (Connection plugin = ConnectionFactory.createConnection(plugIns);
            AsyncConnection async = new PluginTables(cluster).connectAsync()) {
          Table blocking = plugin.getTable(plain.name());
          Table asynchronous = new AsyncAsTable(async.getTable(plain.name()));
          for (Table table : List.of(blocking, asynchronous)) {
            fails(table, first);
            String row = first + " " + rows.size();
            table.put(PluginTables.put(row));
            rows.add(row);
          }
        }
      }
      assertThat(plain.scan(new Scan())).containsExactlyInAnyOrderElementsOf(rows);
    }
  }

  @Test
  void aMutatorKeepsTheNaturalKeysOfAPlainTable() throws Exception {
    try (TestTable plain = TestTable.numbered("reflected").families(Parity.F).create(cluster);
        Connection plugin = ConnectionFactory.createConnection(PluginTables.plugIns(cluster));
        BufferedMutator mutator = plugin.getBufferedMutator(plain.name())) {
      mutator.mutate(put());
      assertThat(catchThrowable(mutator::flush))
          .isInstanceOf(RetriesExhaustedWithDetailsException.class)
          .hasMessageContaining("NoSuchColumnFamilyException");
      mutator.mutate(PluginTables.put("row"));
      mutator.flush();
      assertThat(plain.scan(new Scan())).containsExactly("row");
    }
  }

  /** A gateway would take it for the refusal of another spec, and have the client repeat it. */
  @Test
  void aSaltedTableRefusesItWithAndWithoutThePlugin() throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.retries.number", 2);
    try (TestTable salted =
            TestTable.numbered("reflected")
                .families(Parity.F)
                .salted("key=row:*,salt=hash(*) % 2")
                .splitBuckets()
                .create(cluster);
        Connection plain = ConnectionFactory.createConnection(conf);
        Connection plugin = ConnectionFactory.createConnection(PluginTables.plugIns(cluster))) {
      for (First first : First.values()) {
        fails(plain.getTable(salted.name()), first);
        fails(plugin.getTable(salted.name()), first);
      }
      plugin.getTable(salted.name()).put(PluginTables.put("row"));
      assertThat(salted.scan(new Scan())).containsExactly("row");
    }
  }
}
