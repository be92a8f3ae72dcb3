package io.halite.it.forwards;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One forward as its owner saw it.
 *
 * @param hook the hook that saw it
 * @param user as whom the gateway's server came
 * @param priority of its RPC
 * @param attributes of its RPC
 * @param gateway the server that its connection names; an empty text if it names none
 * @param permits how many handlers of this JVM's servers waited for an owner at that moment
 */
record SeenForward(
    String hook,
    String user,
    int priority,
    Map<String, String> attributes,
    String gateway,
    long permits) {

  /** The forward that the current thread serves. */
  static SeenForward now(String hook) {
    RpcCall call = RpcServer.getCurrentCall().orElseThrow();
    Map<String, String> attributes =
        call.getRequestAttributes().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    each -> Bytes.toString(each.getValue()),
                    (one, other) -> one,
                    TreeMap::new));
    return new SeenForward(
        hook,
        RpcServer.getRequestUser().orElseThrow().getShortName(),
        call.getPriority(),
        attributes,
        Bytes.toString(call.getConnectionAttributes().getOrDefault("halite.gateway", new byte[0])),
        permitsInUse());
  }

  /** How many handlers of this JVM's servers wait for an owner. */
  static long permitsInUse() {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get("permitsInUse").stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }
}
