package io.halite.it.plugin;

import static io.halite.it.plugin.Parity.F;
import static io.halite.it.plugin.PluginTables.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.mapreduce.StoredAs;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The RPCs of both plug-ins under salts of all kinds that give a row one place, beside those of a
 * client that salts its keys itself, see {@link Twins}.
 */
@ExtendWith(SharedCluster.class)
class SteadySaltsIT {
  private static final int FEW = 4;

  private static EmbeddedCluster cluster;
  private static ClientRoutes plugins;
  private static ClientRoutes usual;

  @BeforeAll
  static void connect(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    plugins = ClientRoutes.apart(PluginTables.plugIns(cluster));
    usual = ClientRoutes.apart(cluster.configuration());
  }

  @AfterAll
  static void close() throws Exception {
    plugins.close();
    usual.close();
  }

  /** Writes by a mutator, and waits until all are written. */
  private interface Mutator {
    void write(List<Put> puts) throws Exception;
  }

  /**
   * A client.
   *
   * @param keys the keys that it gives to HBase
   * @param ranges what it reads one by one if it wants the first rows of each bucket
   */
  private record Client(Table table, Mutator mutator, List<byte[]> keys, List<KeyRange> ranges) {
    List<Put> puts() {
      return keys.stream().map(key -> new Put(key).addColumn(F, Q, key)).toList();
    }

    List<Get> gets() {
      return keys.stream().map(Get::new).toList();
    }

    void readAll(Scan scan) throws Exception {
      assertThat(read(scan)).isEqualTo(keys.size());
    }

    int read(Scan scan) throws Exception {
      try (ResultScanner results = table.getScanner(scan)) {
        int rows = 0;
        while (results.next() != null) {
          rows++;
        }
        return rows;
      }
    }
  }

  /** What a client sends. */
  private enum Work {
    GETS {
      @Override
      void send(Client client) throws Exception {
        for (Get get : client.gets().subList(0, FEW)) {
          assertThat(client.table().get(get).isEmpty()).isFalse();
          assertThat(client.table().exists(get)).isTrue();
        }
        assertThat(client.table().get(client.gets())).hasSize(client.keys().size());
      }
    },
    WRITES {
      @Override
      void send(Client client) throws Exception {
        for (byte[] key : client.keys().subList(0, FEW)) {
          client.table().put(new Put(key).addColumn(F, Q, key));
          client.table().delete(new Delete(key).addColumns(F, F));
          client
              .table()
              .checkAndMutate(
                  CheckAndMutate.newBuilder(key)
                      .ifEquals(F, Q, key)
                      .build(new Put(key).addColumn(F, Q, key)));
        }
      }
    },
    LISTS {
      @Override
      void send(Client client) throws Exception {
        client.table().put(client.puts());
        List<Row> rows = new ArrayList<>(client.gets());
        rows.addAll(client.puts().subList(0, FEW));
        client.table().batch(rows, new Object[rows.size()]);
      }
    },
    MUTATOR {
      @Override
      void send(Client client) throws Exception {
        client.mutator().write(client.puts());
      }
    },
    IN_ANY_ORDER {
      @Override
      void send(Client client) throws Exception {
        client.readAll(UnorderedAttribute.putOn(new Scan(), FEW));
      }
    },
    IN_ORDER {
      @Override
      void send(Client client) throws Exception {
        client.readAll(new Scan());
      }
    },
    REVERSED {
      @Override
      void send(Client client) throws Exception {
        client.readAll(new Scan().setReversed(true));
      }
    },
    FIRST_ROWS {
      @Override
      void send(Client client) throws Exception {
        for (KeyRange range : client.ranges()) {
          Scan scan = new Scan().withStartRow(range.start()).withStopRow(range.stop());
          assertThat(client.read(scan.setLimit(FEW))).isLessThanOrEqualTo(FEW);
        }
      }
    },
    LAST_ROWS {
      @Override
      void send(Client client) throws Exception {
        for (KeyRange range : client.ranges()) {
          Scan scan = new Scan().withStartRow(range.stop(), false).withStopRow(range.start(), true);
          assertThat(client.read(scan.setReversed(true).setLimit(FEW))).isLessThanOrEqualTo(FEW);
        }
      }
    };

    abstract void send(Client client) throws Exception;

    /** Whether no gateway has a part in it. */
    boolean isDirect(SaltingSpec spec) {
      return switch (this) {
        case GETS, IN_ANY_ORDER -> true;
        case WRITES, LISTS, MUTATOR -> spec.indexes().isEmpty();
        case IN_ORDER, REVERSED, FIRST_ROWS, LAST_ROWS -> spec.salt().keepsNaturalOrder();
      };
    }
  }

  private static Map<Work, RpcCount> counts(Twins twins, SaltingSpec spec, Client client)
      throws Exception {
    client.table().put(client.puts());
    Map<Work, RpcCount> counts = new EnumMap<>(Work.class);
    for (Work work : Work.values()) {
      if (work.isDirect(spec)) {
        counts.put(work, twins.median(() -> work.send(client)));
      }
    }
    return counts;
  }

  /**
   * The borders of buckets, since each region of a bucket costs RPCs; else quarters of all keys.
   */
  private static List<byte[]> splits(SaltingSpec spec, List<byte[]> stored) {
    List<byte[]> buckets = spec.salt().prefixes();
    if (buckets.size() > 1) {
      return buckets.subList(1, buckets.size());
    }
    TreeSet<byte[]> ordered = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    ordered.addAll(stored);
    List<byte[]> all = List.copyOf(ordered);
    int quarter = all.size() / 4;
    return List.of(all.get(quarter), all.get(2 * quarter), all.get(3 * quarter));
  }

  @ParameterizedTest
  @EnumSource(names = {"MD5_OF_SEGMENT", "MOD"})
  void requestsWithAndWithoutBucketsCostWhatTheyCostByHand(StoredAs salt) throws Exception {
    compare(salt);
  }

  @Tag("wide")
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RANDOM", "RANDOM_DIGITS", "RANDOM_SUFFIX"})
  void requestsCostWhatTheyCostByHand(StoredAs salt) throws Exception {
    compare(salt);
  }

  private static void compare(StoredAs salt) throws Exception {
    SaltingSpec spec = salt.spec();
    List<byte[]> natural = salt.keys();
    List<byte[]> stored = natural.stream().map(spec.salt()::salt).toList();
    String name = "steady-" + salt.name().toLowerCase(Locale.ROOT);
    try (Twins twins = Twins.create(cluster, name, spec, splits(spec, stored))) {
      TableName salted = twins.salted().name();
      TableName plain = twins.plain().name();
      List<KeyRange> buckets = spec.salt().images(KeyRange.all());
      List<KeyRange> all = List.of(KeyRange.all());
      for (int i = 0; i < usual.tables(plain).size(); i++) {
        int route = i;
        Client byHand =
            new Client(
                usual.tables(plain).get(route),
                puts -> usual.mutate(route, plain, puts),
                stored,
                buckets);
        Client direct =
            new Client(
                plugins.tables(salted).get(route),
                puts -> plugins.mutate(route, salted, puts),
                natural,
                all);
        assertThat(counts(twins, spec, direct))
            .as("%s by route %d", salt, route)
            .isEqualTo(counts(twins, spec, byHand));
      }
    }
  }
}
