package io.halite.coprocessor.door;

import io.halite.coprocessor.host.AccessControl;
import io.halite.coprocessor.host.CallAttributes;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.CellProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * How a door reports its load with the answer to a probe, so that it costs no RPC.
 *
 * <p>A probe asks whether a row exists and has the request attribute {@code halite.door.load}. A
 * door that has served it as a guest answers with one cell in place of the existence, row, family
 * and qualifier {@code halite.door.load}. Its value is five doubles of 8 bytes, those of {@link
 * DoorLoad}: 1.0, 2.0, 1.0, 2.0 and 1.0 are {@code 3FF0000000000000 4000000000000000
 * 3FF0000000000000 4000000000000000 3FF0000000000000}.
 *
 * <p>A report of the first four is read, too: of a server that does not count scans apart, all
 * operations that it serves are taken for gets and mutations. Of a longer one the first five are
 * read, so that a later version may add numbers.
 *
 * <p>Where users have rights, the door reports to superusers alone, as which servers log in. A
 * server of an earlier version ignores the attribute. No stored cell passes for a report, since an
 * answer about existence has no cells. Stateless.
 */
public final class LoadReport {
  static final String ATTRIBUTE = "halite.door.load";

  private static final byte[] NAME = Bytes.toBytes(ATTRIBUTE);
  private static final int LENGTH = 5 * Double.BYTES;
  private static final int WITHOUT_NATURAL = 4 * Double.BYTES;

  private LoadReport() {}

  /** The request attributes of a probe. */
  public static Map<String, byte[]> asking() {
    return Map.of(ATTRIBUTE, new byte[0]);
  }

  /** Reads the answer to a probe; empty if it has no report. */
  public static Optional<DoorLoad> of(Result answer) {
    byte[] value = answer.isEmpty() ? null : answer.getValue(NAME, NAME);
    if (value == null || value.length < WITHOUT_NATURAL) {
      return Optional.empty();
    }
    ByteBuffer numbers = ByteBuffer.wrap(value);
    double rate = numbers.getDouble();
    double recent = numbers.getDouble();
    double connections = numbers.getDouble();
    double marked = numbers.getDouble();
    double natural = value.length < LENGTH ? rate : numbers.getDouble();
    return Optional.of(new DoorLoad(rate, recent, connections, marked, natural))
        .filter(DoorLoad::isPossible);
  }

  /** Whether a user may have reports: a superuser; without an authority of rights, anyone. */
  static boolean mayAsk(User user, Configuration site) {
    return !AccessControl.isOn(site) || AccessControl.isSuperuser(user);
  }

  /** Whether a call is a probe that may have a report. */
  static boolean isAskedBy(RpcCall call, Predicate<User> mayAsk) {
    return call.getParam() instanceof GetRequest request
        && request.getGet().getExistenceOnly()
        && CallAttributes.ofRequest(call).containsKey(ATTRIBUTE)
        && call.getRequestUser().filter(mayAsk).isPresent();
  }

  /** The answer to a probe. */
  static GetResponse answer(DoorLoad load) {
    ByteBuffer value = ByteBuffer.allocate(LENGTH);
    value.putDouble(load.rate()).putDouble(load.recent());
    value.putDouble(load.connections()).putDouble(load.marked());
    value.putDouble(load.natural()).flip();
    ByteString name = ByteString.copyFrom(NAME);
    CellProtos.Cell cell =
        CellProtos.Cell.newBuilder()
            .setRow(name)
            .setFamily(name)
            .setQualifier(name)
            .setCellType(CellProtos.CellType.PUT)
            .setValue(ByteString.copyFrom(value))
            .build();
    return GetResponse.newBuilder()
        .setResult(ClientProtos.Result.newBuilder().addCell(cell))
        .build();
  }
}
