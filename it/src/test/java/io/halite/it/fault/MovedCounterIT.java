package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.ClientNonces;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.AsyncAsTable;
import io.halite.keys.SaltingSpec;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client repeats an increment or append under its nonce, and the owner region is on another
 * server by then: HBase's memory of nonces is one for each server, and Halite passes it on.
 */
@ExtendWith(SharedCluster.class)
@Timeout(200)
class MovedCounterIT {
  private static final byte[] ROW = {(byte) 0x90, 1};

  private final EmbeddedCluster cluster;
  private final AtomicLong nonce = new AtomicLong(System.nanoTime());
  private byte[] storedKey = {};
  private TestTable fixture;
  private Table table;
  private ClientNonces injected;

  MovedCounterIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void nonces() throws Exception {
    create(FOUR_BUCKETS);
  }

  private void create(String spec) throws Exception {
    storedKey = SaltingSpec.parse(spec).salt().salt(ROW);
    fixture = FaultTables.create(cluster, spec);
    table = fixture.table();
    injected = ClientNonces.set(fixture.connection(), nonce::get);
  }

  @AfterEach
  void drop() throws Exception {
    injected.close();
    table.close();
    fixture.close();
  }

  /** What a client repeats. Each adds to one column, to 5 or to one byte. */
  private enum Write {
    INCREMENT {
      @Override
      byte[] send(Table table) throws Exception {
        return table.increment(five()).getValue(F, Q);
      }
    },
    APPEND {
      @Override
      byte[] send(Table table) throws Exception {
        return table.append(new Append(ROW).addColumn(F, Q, ROW)).getValue(F, Q);
      }
    },
    BATCH {
      @Override
      byte[] send(Table table) throws Exception {
        Object[] results = new Object[1];
        table.batch(List.of(five()), results);
        return ((Result) results[0]).getValue(F, Q);
      }
    },
    ATOMIC_CHANGE {
      @Override
      byte[] send(Table table) throws Exception {
        return table.mutateRow(change()).getValue(F, Q);
      }
    },
    CONDITIONAL_INCREMENT {
      @Override
      byte[] send(Table table) throws Exception {
        return table
            .checkAndMutate(CheckAndMutate.newBuilder(ROW).ifNotExists(F, ROW).build(five()))
            .getResult()
            .getValue(F, Q);
      }
    };

    abstract byte[] send(Table table) throws Exception;

    private static Increment five() {
      return new Increment(ROW).addColumn(F, Q, 5);
    }

    private static RowMutations change() throws Exception {
      RowMutations change = new RowMutations(ROW);
      change.add((Mutation) five());
      change.add((Mutation) new Put(ROW).addColumn(F, new byte[] {1}, ROW));
      return change;
    }
  }

  private HRegionLocation owner() throws Exception {
    try (RegionLocator locator = fixture.connection().getRegionLocator(fixture.name())) {
      return locator.getRegionLocation(storedKey, true);
    }
  }

  /** The owner region moves to a server that it is not on. */
  private void move() throws Exception {
    ServerName away = fixture.moveAway(owner());
    assertThat(owner().getServerName()).isEqualTo(away);
  }

  private byte[] stored() throws Exception {
    return table.get(new Get(ROW)).getValue(F, Q);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsRepeatedAfterAMoveCountsOnce(Write write) throws Exception {
    byte[] first = write.send(table);
    assertThat(first).isNotNull();
    move();
    assertThat(write.send(table)).isEqualTo(first);
    move();
    assertThat(write.send(table)).isEqualTo(first);
    assertThat(stored()).isEqualTo(first);
  }

  /** The owner gets it from the client, which has the nonce; no gateway takes part. */
  @ParameterizedTest
  @EnumSource
  void whatIsRepeatedByThePlugInsAfterAMoveCountsOnce(Write write) throws Exception {
    assertRepeatsOfPlugInsCountOnce(write);
  }

  /** The table has no buckets. */
  @Tag("wide")
  @ParameterizedTest
  @EnumSource
  void soItDoesWhereTheSaltScattersRows(Write write) throws Exception {
    drop();
    create("key=row:*,salt=md5(row)[0:4]");
    assertRepeatsOfPlugInsCountOnce(write);
  }

  private void assertRepeatsOfPlugInsCountOnce(Write write) throws Exception {
    Configuration conf = PlugIns.on(fixture.connection().getConfiguration());
    try (Connection connection = ConnectionFactory.createConnection(conf);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get();
        Table blocking = connection.getTable(fixture.name());
        Table awaited = new AsyncAsTable(async.getTable(fixture.name()));
        Table pooled =
            new AsyncAsTable(async.getTable(fixture.name(), ForkJoinPool.commonPool()))) {
      // HBase injects a generator into blocking clients alone.
      Field nonces = AsyncConnectionImpl.class.getDeclaredField("nonceGenerator");
      nonces.setAccessible(true);
      nonces.set(async, ((ClusterConnection) fixture.connection()).getNonceGenerator());
      assertThat(blocking.get(new Get(ROW)).isEmpty()).as("asks for the spec").isTrue();
      assertThat(awaited.get(new Get(ROW)).isEmpty()).as("asks for the spec").isTrue();
      byte[] first = write.send(awaited);
      assertThat(first).isNotNull();
      assertThat(write.send(blocking)).isEqualTo(first);
      move();
      assertThat(write.send(awaited)).as("asynchronous").isEqualTo(first);
      assertThat(write.send(pooled)).as("in a pool").isEqualTo(first);
      assertThat(write.send(blocking)).as("blocking").isEqualTo(first);
      assertThat(writesOfGateways()).isZero();
      move();
      assertThat(write.send(table)).as("through a gateway").isEqualTo(first);
      assertThat(writesOfGateways()).isPositive();
      assertThat(stored()).isEqualTo(first);
    }
  }

  private long writesOfGateways() throws Exception {
    return SaltedTableOperations.of(fixture.connection(), fixture.name())
        .spread()
        .gateways()
        .stream()
        .mapToLong(gateway -> gateway.writes())
        .sum();
  }

  /** The family keeps one version: after a flush, no table can show what the count was before. */
  @Test
  void aRepeatIsNotAnsweredWithALaterCount() throws Exception {
    Write.INCREMENT.send(table);
    long repeated = nonce.getAndIncrement();
    byte[] later = Write.INCREMENT.send(table);
    move();
    nonce.set(repeated);
    assertThat(Write.INCREMENT.send(table)).isNull();
    assertThat(stored()).isEqualTo(later);
  }

  @Test
  void whatHasANumberOfItsOwnCountsAfterAMove() throws Exception {
    Write.INCREMENT.send(table);
    move();
    nonce.incrementAndGet();
    Write.INCREMENT.send(table);
    assertThat(Bytes.toLong(stored())).isEqualTo(10);
  }

  @Test
  void whatIsRepeatedAfterASplitCountsOnce() throws Exception {
    byte[] first = Write.INCREMENT.send(table);
    byte[] region = owner().getRegion().getEncodedNameAsBytes();
    fixture.admin().splitRegionAsync(region, storedKey).get(50, TimeUnit.SECONDS);
    move();
    assertThat(Write.INCREMENT.send(table)).isEqualTo(first);
    assertThat(stored()).isEqualTo(first);
  }

  @Test
  void whatIsRepeatedAfterAMergeCountsOnce() throws Exception {
    byte[] first = Write.INCREMENT.send(table);
    RegionInfo region = owner().getRegion();
    RegionInfo beside =
        fixture.admin().getRegions(fixture.name()).stream()
            .filter(other -> Bytes.equals(other.getStartKey(), region.getEndKey()))
            .findFirst()
            .orElseThrow();
    byte[][] both =
        Stream.of(region, beside).map(RegionInfo::getEncodedNameAsBytes).toArray(byte[][]::new);
    fixture.admin().mergeRegionsAsync(both, false).get(50, TimeUnit.SECONDS);
    move();
    assertThat(Write.INCREMENT.send(table)).isEqualTo(first);
    assertThat(stored()).isEqualTo(first);
  }

  @Test
  void whatIsRepeatedAfterAnAlterCountsOnce() throws Exception {
    byte[] first = Write.INCREMENT.send(table);
    fixture
        .admin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(fixture.admin().getDescriptor(fixture.name()))
                .setValue("NOTE", "reopened")
                .build());
    move();
    assertThat(Write.INCREMENT.send(table)).isEqualTo(first);
    assertThat(stored()).isEqualTo(first);
  }
}
