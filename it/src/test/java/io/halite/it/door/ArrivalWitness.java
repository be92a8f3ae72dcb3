package io.halite.it.door;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.PriorityFunction;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.ipc.SimpleRpcScheduler;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.SimpleRpcSchedulerFactory;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * Notes at which server each request arrives that names a region of a table, whether the server
 * serves it or not: those of clients and forwards. A get that asks only whether a row exists is
 * none, since doors probe each other by such gets.
 *
 * <p>HBase makes one for each server of {@link #watch}; all of a JVM note together.
 */
public final class ArrivalWitness extends SimpleRpcSchedulerFactory {
  private static final Set<Arrival> SEEN = ConcurrentHashMap.newKeySet();

  /** A request for a region of a table arrived at a server. */
  private record Arrival(TableName table, ServerName server) {}

  /** Lets these servers note what arrives. */
  static void watch(Configuration servers) {
    servers.set("hbase.region.server.rpc.scheduler.factory.class", ArrivalWitness.class.getName());
  }

  static void forget() {
    SEEN.clear();
  }

  /** The servers at which requests for a table have arrived. */
  static Set<ServerName> serversOf(TableName table) {
    return SEEN.stream()
        .filter(arrival -> arrival.table().equals(table))
        .map(Arrival::server)
        .collect(Collectors.toSet());
  }

  @Override
  public RpcScheduler create(Configuration conf, PriorityFunction priority, Abortable server) {
    return new SimpleRpcScheduler(
        conf,
        conf.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT),
        conf.getInt(
            HConstants.REGION_SERVER_HIGH_PRIORITY_HANDLER_COUNT,
            HConstants.DEFAULT_REGION_SERVER_HIGH_PRIORITY_HANDLER_COUNT),
        conf.getInt(
            HConstants.REGION_SERVER_REPLICATION_HANDLER_COUNT,
            HConstants.DEFAULT_REGION_SERVER_REPLICATION_HANDLER_COUNT),
        0,
        priority,
        server,
        HConstants.QOS_THRESHOLD) {
      @Override
      public boolean dispatch(CallRunner call) {
        if (server instanceof HRegionServer regions) {
          note(call.getRpcCall().getParam(), regions.getServerName());
        }
        return super.dispatch(call);
      }
    };
  }

  private static void note(Message request, ServerName server) {
    named(request)
        .forEach(
            region ->
                SEEN.add(
                    new Arrival(RegionInfo.getTable(region.getValue().toByteArray()), server)));
  }

  private static Stream<RegionSpecifier> named(Message request) {
    if (request instanceof MultiRequest multi) {
      return multi.getRegionActionList().stream().map(RegionAction::getRegion);
    }
    if (request instanceof GetRequest get) {
      return get.getGet().getExistenceOnly() ? Stream.of() : Stream.of(get.getRegion());
    }
    if (request instanceof MutateRequest mutate) {
      return Stream.of(mutate.getRegion());
    }
    return request instanceof ScanRequest scan && scan.hasRegion()
        ? Stream.of(scan.getRegion())
        : Stream.of();
  }
}
