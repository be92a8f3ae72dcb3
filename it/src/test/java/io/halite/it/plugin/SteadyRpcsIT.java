package io.halite.it.plugin;

import static io.halite.it.plugin.Parity.F;
import static io.halite.it.plugin.PluginTables.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedAttribute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The RPCs of both plug-ins, when they know the spec, beside those of a client that salts its keys
 * itself, see {@link Twins}.
 */
@ExtendWith(SharedCluster.class)
class SteadyRpcsIT {
  private static final SaltingSpec SPEC = SaltingSpec.parse("key=first:2 rest:*,salt=hash(*) % 4");

  /** As the default of 30 seconds, only shorter. */
  private static final int MAX_AGE_MILLIS = 400;

  private static final Duration READS = Duration.ofMillis(700);

  /** Where the machine stands still, a question may take so long that another one follows. */
  private static final int TRIES = 4;

  /** The part of one answer of the ordered scan that each bucket reads ahead. */
  private static final int READ_AHEAD = 128 << 10;

  private static final int LARGE_ROWS = 80;
  private static final int LARGE = 32 << 10;

  private static ClientRoutes plugins;
  private static Twins twins;

  @BeforeAll
  static void create(EmbeddedCluster cluster) throws Exception {
    plugins = ClientRoutes.apart(PluginTables.plugIns(cluster));
    twins = Twins.create(cluster, "steady", SPEC, SPEC.salt().splitPoints());
  }

  @AfterAll
  static void close() throws Exception {
    plugins.close();
    twins.close();
  }

  /** What a client sends, to rows that a function makes of natural keys. */
  private enum Work {
    PUT {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        table.put(put(keys, 1));
      }
    },
    GET_AND_EXISTS {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        table.get(get(keys, 1));
        table.exists(get(keys, 2));
      }
    },
    DELETE {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        table.delete(new Delete(row(keys, 3)).addColumns(F, F));
      }
    },
    COUNT_AND_APPEND {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        table.increment(new Increment(row(keys, 4)).addColumn(F, F, 1));
        table.append(new Append(row(keys, 5)).addColumn(F, F, Q));
      }
    },
    CONDITION {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        table.checkAndMutate(
            CheckAndMutate.newBuilder(row(keys, 6)).ifNotExists(F, F).build(put(keys, 6)));
      }
    },
    CHANGE_OF_A_ROW {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        table.mutateRow(
            new RowMutations(row(keys, 7))
                .add((Mutation) put(keys, 7))
                .add((Mutation) new Delete(row(keys, 7)).addColumns(F, F)));
      }
    },
    LIST_OF_PUTS {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        table.put(all().mapToObj(i -> put(keys, i)).toList());
      }
    },
    LIST_OF_GETS {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        table.get(all().mapToObj(i -> get(keys, i)).toList());
      }
    },
    BATCH {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        List<Row> rows =
            all().mapToObj(i -> i % 2 == 0 ? (Row) put(keys, i) : get(keys, i)).toList();
        table.batch(rows, new Object[rows.size()]);
      }
    },
    UNORDERED_SCAN {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        read(table, UnorderedAttribute.putOn(new Scan(), 4));
      }
    },
    ORDERED_SCAN_OF_FEW_ROWS {
      @Override
      void send(Table table, UnaryOperator<byte[]> keys) throws Exception {
        read(table, new Scan());
      }
    };

    abstract void send(Table table, UnaryOperator<byte[]> keys) throws Exception;

    private static IntStream all() {
      return IntStream.range(0, 40);
    }

    private static byte[] row(UnaryOperator<byte[]> keys, int i) {
      return keys.apply(Bytes.toBytes("row %02d".formatted(i)));
    }

    private static Put put(UnaryOperator<byte[]> keys, int i) {
      return new Put(row(keys, i)).addColumn(F, Q, Q);
    }

    private static Get get(UnaryOperator<byte[]> keys, int i) {
      return new Get(row(keys, i));
    }

    private static void read(Table table, Scan scan) throws Exception {
      try (ResultScanner rows = table.getScanner(scan)) {
        assertThat(rows).hasSize(40);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPlugInThatKnowsTheSpecSendsWhatAClientSendsThatSaltsItsKeys(Work work) throws Exception {
    UnaryOperator<byte[]> byHand = SPEC.salt()::salt;
    List<Table> direct = plugins.tables(twins.salted().name());
    try (Table plain = twins.plain().table()) {
      Work.LIST_OF_PUTS.send(plain, byHand);
      RpcCount expected = twins.median(() -> work.send(plain, byHand));
      for (Table table : direct) {
        Work.LIST_OF_PUTS.send(table, UnaryOperator.identity());
        assertThat(twins.median(() -> work.send(table, UnaryOperator.identity())))
            .as("%s by route %d", work, direct.indexOf(table))
            .isEqualTo(expected);
      }
    }
  }

  /**
   * The questions of a client, as the gets that the servers answered beyond those that it sent.
   *
   * @param most how many it may have sent: one in each half of the maximum age
   */
  private record Questions(long sent, long most) {
    boolean areFew() {
      return sent >= 1 && sent <= most;
    }

    static Questions of(Table table, PluginTables tables) throws Exception {
      AtomicLong gets = new AtomicLong();
      long start = System.nanoTime();
      long rpcs =
          tables.gets(
              () -> {
                while (System.nanoTime() - start < READS.toNanos()) {
                  table.get(new Get(F));
                  gets.incrementAndGet();
                }
              });
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      return new Questions(rpcs - gets.get(), 2 * millis / MAX_AGE_MILLIS + 1);
    }
  }

  @Test
  void aClientAsksForTheSpecOnceInHalfOfTheMaximumAge(EmbeddedCluster cluster) throws Exception {
    Configuration conf = PluginTables.plugIns(cluster);
    conf.setLong("halite.client.spec.max-age", MAX_AGE_MILLIS);
    PluginTables tables = new PluginTables(cluster);
    try (ClientRoutes young = ClientRoutes.apart(conf)) {
      List<Table> routes = young.tables(twins.salted().name());
      for (Table table : routes) {
        table.get(new Get(F));
        Questions questions = Questions.of(table, tables);
        for (int tries = 1; tries < TRIES && !questions.areFew(); tries++) {
          questions = Questions.of(table, tables);
        }
        assertThat(questions)
            .as("by route %d", routes.indexOf(table))
            .matches(Questions::areFew, "one in each half of the maximum age");
      }
    }
  }

  /** Each bucket has several answers in a long scan, and no more than its bytes fill. */
  @Test
  void aLongScanInOrderCostsOneAnswerOfEachBucketForEachPartThatItReadsAhead(
      EmbeddedCluster cluster) throws Exception {
    long[] bytes = new long[4];
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < LARGE_ROWS; i++) {
      byte[] row = Bytes.toBytes("large %02d".formatted(i));
      puts.add(new Put(row).addColumn(F, Q, new byte[LARGE]));
      bytes[SPEC.salt().salt(row)[0]] += LARGE + 256;
    }
    assertThat(Arrays.stream(bytes).min().orElseThrow()).isGreaterThan(READ_AHEAD);
    // One for the last part, and one that ends the scanner.
    long most = Arrays.stream(bytes).map(bucket -> bucket / READ_AHEAD + 2).sum();
    Scan scan = new Scan().setMaxResultSize(4L * READ_AHEAD);
    try (TestTable large =
        TestTable.numbered("large")
            .families(F)
            .salted(SPEC.toString())
            .splitBuckets()
            .create(cluster)) {
      large.table().put(puts);
      for (Table table : plugins.tables(large.name())) {
        Twins.Work work =
            () -> {
              try (ResultScanner rows = table.getScanner(new Scan(scan))) {
                assertThat(rows).hasSize(LARGE_ROWS);
              }
            };
        work.send();
        assertThat(twins.median(work).scan()).isBetween(2L * bytes.length + 1, most);
      }
    }
  }
}
