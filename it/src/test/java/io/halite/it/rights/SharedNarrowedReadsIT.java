package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two users who may read different columns, and whose gets share the RPCs to the owners. */
@Timeout(300)
class SharedNarrowedReadsIT {
  private static final int THREADS = 6;
  private static final int ROWS = 30;
  private static final List<String> USERS = List.of("first", "second");

  /** Counts the gets of RPCs that hold gets of several users. */
  public static final class Companies implements RegionCoprocessor, RegionObserver {
    static final AtomicInteger MIXED = new AtomicInteger();

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preGetOp(
        ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result) {
      if (RpcServer.getCurrentCall().map(RpcCall::getParam).orElseThrow()
              instanceof MultiRequest multi
          && multi.getRegionActionList().stream().flatMap(Companies::askers).distinct().count()
              > 1) {
        MIXED.incrementAndGet();
      }
    }

    private static Stream<ByteString> askers(RegionAction part) {
      return part.getActionList().stream()
          .flatMap(action -> action.getGet().getAttributeList().stream())
          .filter(attribute -> attribute.getName().equals("halite.asked-by"))
          .map(NameBytesPair::getValue);
    }
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("r%02d".formatted(number));
  }

  @Test
  void eachUserReadsTheCellsThatHeMayReadAndNoOthers() throws Exception {
    Companies.MIXED.set(0);
    ExecutorService clients = Executors.newFixedThreadPool(THREADS * USERS.size());
    try (GuardedCluster guarded =
            GuardedCluster.start(2, site -> site.set("halite.forward.sharing", "on"));
        TestTable table =
            TestTable.numbered("shared")
                .salted(TestTable.FOUR_BUCKETS)
                .coprocessor(Companies.class)
                .splitBuckets()
                .create(guarded.cluster())) {
      try (Table filled = table.table()) {
        for (int i = 0; i < ROWS; i++) {
          Put put = new Put(row(i));
          for (String user : USERS) {
            put.addColumn(TestTable.F, Bytes.toBytes(user), Bytes.toBytes(user + i));
          }
          filled.put(put);
        }
      }
      for (String user : USERS) {
        guarded.grant(user, table.name(), TestTable.F, Bytes.toBytes(user), Action.READ);
      }
      Polling.until(
          "gets of both users have shared RPCs",
          () -> {
            readAll(guarded, table.name(), clients);
            return Companies.MIXED.get() > 20;
          });
    } finally {
      clients.shutdownNow();
    }
  }

  private static void readAll(GuardedCluster guarded, TableName name, ExecutorService clients)
      throws Exception {
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      for (String user : USERS) {
        int first = running.size();
        running.add(
            clients.submit(
                () -> {
                  try (Table table = guarded.table(user, name)) {
                    for (int i = 0; i < ROWS; i++) {
                      assertReadsHisCell(table, user, (first + i) % ROWS);
                    }
                  }
                  return null;
                }));
      }
    }
    for (Future<?> each : running) {
      each.get();
    }
  }

  private static void assertReadsHisCell(Table table, String user, int number) throws Exception {
    assertThat(table.get(new Get(row(number)).addFamily(TestTable.F)).listCells())
        .extracting(cell -> Bytes.toString(CellUtil.cloneValue(cell)))
        .containsExactly(user + number);
  }
}
