package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that do not fit the layout among keys that do, with a salt and without one. */
@Timeout(60)
@ExtendWith(SharedCluster.class)
class UnfitKeyInABatchIT {
  private static final String PLAIN = "key=origin:3 number:4,salt=none";
  private static final String SALTED = "key=origin:3 number:4,salt=hash(origin) % 4";
  private static final String NESTED = "nested";
  private static final String ALONE = "alone";
  private static final byte[] UNFIT = Bytes.toBytes("ATL1");
  private final EmbeddedCluster cluster;

  UnfitKeyInABatchIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(row));
  }

  private static Object[] batch(Table table, List<? extends Row> actions) {
    Object[] answers = new Object[actions.size()];
    assertThatThrownBy(() -> table.batch(actions, answers))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    return answers;
  }

  private static void refused(Object answer, String hex) {
    assertThat(answer)
        .isInstanceOf(DoNotRetryIOException.class)
        .asString()
        .contains("natural key " + hex);
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, SALTED})
  void anUnfitKeyFailsAloneAndEachOtherOperationIsApplied(String spec) throws Exception {
    try (TestTable fixture = FaultTables.create(cluster, spec);
        Table table = fixture.table()) {
      fixture.put(List.of("ATL7777"));
      byte[] counter = Bytes.toBytes("ATL5555");
      byte[] unfit = Bytes.toBytes("BOS");
      Object[] answers =
          batch(
              table,
              List.of(
                  put("ATL2222"),
                  put("ATL12"),
                  put("ATL1111"),
                  new Delete(Bytes.toBytes("ATL7777")),
                  new Delete(unfit),
                  new Increment(counter).addColumn(F, Q, 5),
                  new Increment(unfit).addColumn(F, Q, 5),
                  new Append(unfit).addColumn(F, Q, Q),
                  put("BOS1"),
                  put("ATL3333"),
                  new Get(unfit)));
      refused(answers[1], "41 54 4C 31 32");
      refused(answers[4], "42 4F 53");
      refused(answers[6], "42 4F 53");
      refused(answers[7], "42 4F 53");
      refused(answers[8], "42 4F 53 31");
      for (int served : new int[] {0, 2, 3, 5, 9, 10}) {
        assertThat(answers[served]).as("answer %d", served).isInstanceOf(Result.class);
      }
      assertThat(fixture.scan(new Scan()))
          .containsExactly("ATL1111", "ATL2222", "ATL3333", "ATL5555");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, SALTED})
  void whereNoneFitsEachIsRefusedForItsOwnKey(String spec) throws Exception {
    try (TestTable fixture = FaultTables.create(cluster, spec);
        Table table = fixture.table()) {
      Object[] answers = batch(table, List.of(put("ATL1"), put("ATL2")));
      refused(answers[0], "41 54 4C 31");
      refused(answers[1], "41 54 4C 32");
      refused(batch(table, List.of(put("ATL1")))[0], "41 54 4C 31");
      assertThat(fixture.scan(new Scan())).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, SALTED})
  void whatIsAtomicFailsAsAWholeAndAlone(String spec) throws Exception {
    try (TestTable fixture = FaultTables.create(cluster, spec);
        Table table = fixture.table()) {
      byte[] unfit = Bytes.toBytes("ATL1");
      RowMutations row =
          RowMutations.of(List.of(put("ATL1"), new Increment(unfit).addColumn(F, F, 1)));
      CheckAndMutate check = CheckAndMutate.newBuilder(unfit).ifNotExists(F, Q).build(row);
      CheckAndMutate fitting =
          CheckAndMutate.newBuilder(Bytes.toBytes("ATL1234"))
              .ifNotExists(F, Q)
              .build(put("ATL1234"));
      assertThatThrownBy(() -> table.mutateRow(row))
          .hasStackTraceContaining("DoNotRetryIOException: natural key 41 54 4C 31");
      assertThatThrownBy(() -> table.checkAndMutate(check))
          .hasStackTraceContaining("DoNotRetryIOException: natural key 41 54 4C 31");
      Object[] answers = batch(table, List.of(row, put("ATL2222"), check, fitting, put("BOS")));
      refused(answers[0], "41 54 4C 31");
      assertThat(answers[1]).isInstanceOf(Result.class);
      refused(answers[2], "41 54 4C 31");
      assertThat(answers[3]).isInstanceOf(CheckAndMutateResult.class);
      refused(answers[4], "42 4F 53");
      assertThat(fixture.scan(new Scan())).containsExactly("ATL1234", "ATL2222");
    }
  }

  /** Notes what was put, and writes to the region itself if a put or a get says so. */
  public static final class Neighbour implements RegionCoprocessor, RegionObserver {
    private static final Queue<String> STORED = new ConcurrentLinkedQueue<>();

    /** For HBase. */
    public Neighbour() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
        throws IOException {
      write(ctx, put, put.getRow());
    }

    @Override
    public void preGetOp(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
        throws IOException {
      write(ctx, get, UNFIT);
    }

    private static void write(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Attributes request, byte[] row)
        throws IOException {
      byte[] other = request.getAttribute(NESTED);
      if (other != null) {
        HRegion region = (HRegion) ctx.getEnvironment().getRegion();
        Put same = new Put(row).addColumn(F, Q, Q);
        List<Mutation> together = List.of(new Put(other).addColumn(F, Q, Q), same);
        if (Bytes.toString(other).equals(ALONE)) {
          region.put(same);
        } else {
          region.mutateRowsWithLocks(together, List.of(other, row), 0, 0);
        }
      }
    }

    @Override
    public void postPut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit) {
      STORED.add(Bytes.toString(put.getRow()));
    }
  }

  private TestTable besideANeighbour() throws IOException {
    Neighbour.STORED.clear();
    return TestTable.numbered("unfit")
        .salted(PLAIN)
        .coprocessor(Neighbour.class, 1000)
        .create(cluster);
  }

  @Test
  void noObserverSeesAnUnfitKeyAsStored() throws Exception {
    try (TestTable fixture = besideANeighbour();
        Table table = fixture.table()) {
      batch(table, List.of(put("ATL1"), put("ATL1234")));
      batch(table, List.of(put("ATL1"), put("ATL2")));
      assertThat(Neighbour.STORED).containsExactly("ATL1234");
    }
  }

  /** What a hook writes to the region meanwhile is as atomic as HBase makes it. */
  @ParameterizedTest
  @ValueSource(strings = {ALONE, "BOS1234"})
  void whatAnObserverWritesMeanwhileFailsAsAWhole(String together) throws Exception {
    try (TestTable fixture = besideANeighbour();
        Table table = fixture.table()) {
      Put put = put("ATL1");
      put.setAttribute(NESTED, Bytes.toBytes(together));
      Object[] answers = batch(table, List.of(put, put("ATL1234")));
      refused(answers[0], "41 54 4C 31");
      refused(answers[1], "41 54 4C 31");
      assertThat(fixture.scan(new Scan())).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ALONE, "BOS1234"})
  void whatAnObserverWritesInAGetFailsAsAWhole(String together) throws Exception {
    try (TestTable fixture = besideANeighbour();
        Table table = fixture.table()) {
      Get get = new Get(Bytes.toBytes("ATL1234"));
      get.setAttribute(NESTED, Bytes.toBytes(together));
      Object[] answers = batch(table, List.of(get, put("ATL1"), put("ATL1234")));
      refused(answers[0], "41 54 4C 31");
      refused(answers[1], "41 54 4C 31");
      assertThat(fixture.scan(new Scan())).containsExactly("ATL1234");
    }
  }
}
