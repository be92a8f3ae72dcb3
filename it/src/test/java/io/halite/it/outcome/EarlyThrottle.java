package io.halite.it.outcome;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.quotas.OperationQuota;
import org.apache.hadoop.hbase.quotas.RegionServerRpcQuotaManager;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * Quotas that refuse the next part of a batch for a table, before HBase calls any hook. Unlike an
 * {@link EarlyRefusal} it is no observer before Halite's, with which a table has no doors.
 */
final class EarlyThrottle extends RegionServerRpcQuotaManager {
  private static final AtomicReference<Optional<Part>> NEXT =
      new AtomicReference<>(Optional.empty());

  private record Part(TableName table, boolean conditional) {}

  private EarlyThrottle(HRegionServer server) {
    super(server);
  }

  /** Gives these quotas to all servers, which have none; until the cluster ends. */
  static void install(EmbeddedCluster cluster) throws ReflectiveOperationException {
    Field quotas = HRegionServer.class.getDeclaredField("rsQuotaManager");
    quotas.setAccessible(true);
    for (RegionServerThread each :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      quotas.set(each.getRegionServer(), new EarlyThrottle(each.getRegionServer()));
    }
  }

  /** Refuses the next conditional mutation of a table in a batch. */
  static void nextCondition(TableName table) {
    NEXT.set(Optional.of(new Part(table, true)));
  }

  /** Refuses the next part of a batch for a table that has no condition. */
  static void nextWrite(TableName table) {
    NEXT.set(Optional.of(new Part(table, false)));
  }

  /** Whether none is to be refused any more. */
  static boolean isOver() {
    return NEXT.get().isEmpty();
  }

  @Override
  public OperationQuota checkBatchQuota(Region region, List<Action> actions, boolean hasCondition)
      throws IOException, RpcThrottlingException {
    Predicate<Part> meant =
        new Part(region.getTableDescriptor().getTableName(), hasCondition)::equals;
    if (NEXT.getAndUpdate(next -> next.filter(meant.negate())).filter(meant).isPresent()) {
      RpcThrottlingException.throwNumRequestsExceeded(10);
    }
    return super.checkBatchQuota(region, actions, hasCondition);
  }
}
