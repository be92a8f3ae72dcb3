package io.halite.coprocessor.door;

import io.halite.coprocessor.host.CallAttributes;
import io.halite.coprocessor.table.Setting;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ipc.RpcCall;

/**
 * Which requests are never redirected: those of connections and requests with the attribute {@code
 * halite.doors} = {@code off}, and those of a priority that HBase's own servers use.
 */
final class DoorOptOut {
  private static final byte[] OFF = "off".getBytes(StandardCharsets.UTF_8);

  private DoorOptOut() {}

  static boolean isChosen(RpcCall call) {
    return call.getPriority() >= HConstants.QOS_THRESHOLD
        || isOff(CallAttributes.ofRequest(call))
        || isOff(CallAttributes.ofConnection(call));
  }

  private static boolean isOff(Map<String, byte[]> attributes) {
    return Arrays.equals(OFF, attributes.get(Setting.DOORS.key()));
  }
}
