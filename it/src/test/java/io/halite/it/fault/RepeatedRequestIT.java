package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.ClientNonces;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client that repeats an increment or append under its nonce, as it does after a time-out. */
@ExtendWith(SharedCluster.class)
class RepeatedRequestIT {
  private static final byte[] ROW = {0x41};

  private final EmbeddedCluster cluster;
  private TestTable fixture;
  private ClientNonces injected;

  RepeatedRequestIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Every request of this JVM's clients has the same nonce, so that the second is a repetition. */
  @BeforeEach
  void repeatNonces() throws Exception {
    fixture = FaultTables.create(cluster, FOUR_BUCKETS);
    long nonce = System.nanoTime();
    injected = ClientNonces.set(fixture.connection(), () -> nonce);
  }

  @AfterEach
  void newNonces() throws Exception {
    injected.close();
    fixture.close();
  }

  private long count(Table table) throws Exception {
    return Bytes.toLong(table.get(new Get(ROW)).getValue(F, Q));
  }

  @Test
  void aRepeatedIncrementCountsOnce() throws Exception {
    try (Table table = fixture.table()) {
      for (int i = 0; i < 3; i++) {
        Result result = table.increment(new Increment(ROW).addColumn(F, Q, 5));
        assertThat(Bytes.toLong(result.getValue(F, Q))).isEqualTo(5);
      }
      assertThat(count(table)).isEqualTo(5);
    }
  }

  @Test
  void aRepeatedAppendIsAppendedOnce() throws Exception {
    try (Table table = fixture.table()) {
      for (int i = 0; i < 3; i++) {
        table.append(new Append(ROW).addColumn(F, Q, ROW));
      }
      assertThat(table.get(new Get(ROW)).getValue(F, Q)).isEqualTo(ROW);
    }
  }

  @Test
  void aRepeatedIncrementOfABatchCountsOnce() throws Exception {
    try (Table table = fixture.table()) {
      for (int i = 0; i < 3; i++) {
        Object[] results = new Object[2];
        table.batch(List.of(new Increment(ROW).addColumn(F, Q, 5), new Get(ROW)), results);
      }
      assertThat(count(table)).isEqualTo(5);
    }
  }

  @Test
  void aRepeatedIncrementOfAnAtomicChangeCountsOnce() throws Exception {
    try (Table table = fixture.table()) {
      for (int i = 0; i < 3; i++) {
        RowMutations change = new RowMutations(ROW);
        change.add((Mutation) new Increment(ROW).addColumn(F, Q, 5));
        change.add((Mutation) new Put(ROW).addColumn(F, ROW, ROW));
        table.mutateRow(change);
      }
      assertThat(count(table)).isEqualTo(5);
    }
  }

  @Test
  void aRepeatedConditionalIncrementCountsOnce() throws Exception {
    try (Table table = fixture.table()) {
      for (int i = 0; i < 3; i++) {
        table.checkAndMutate(
            CheckAndMutate.newBuilder(ROW)
                .ifNotExists(F, ROW)
                .build(new Increment(ROW).addColumn(F, Q, 5)));
      }
      assertThat(count(table)).isEqualTo(5);
    }
  }

  /** The first append of a row never reaches Halite: the second keeps its own nonce. */
  @Test
  void aRepeatedAppendBehindARefusedOneIsAppendedOnce() throws Exception {
    try (TestTable refusing =
            TestTable.numbered("fault")
                .coprocessor(RefusesBad.class, 10)
                .salted(FOUR_BUCKETS)
                .splitBuckets()
                .create(cluster);
        Connection connection = ConnectionFactory.createConnection(cluster.configuration());
        Table table = connection.getTable(refusing.name())) {
      AtomicLong nonces = new AtomicLong(System.nanoTime());
      long second = nonces.get() + 2;
      try (ClientNonces counted = ClientNonces.set(connection, nonces::incrementAndGet)) {
        Append bad = new Append(ROW).addColumn(F, RefusesBad.BAD, ROW);
        Append good = new Append(ROW).addColumn(F, Q, ROW);
        Object[] answers = new Object[2];
        assertThatThrownBy(() -> table.batch(List.of(bad, good), answers))
            .hasStackTraceContaining("f:bad is refused");
        assertThat(answers[1]).isInstanceOf(Result.class);
        nonces.set(second - 1);
        table.append(good);
      }
      assertThat(table.get(new Get(ROW)).getValue(F, Q)).isEqualTo(ROW);
    }
  }
}
