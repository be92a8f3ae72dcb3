package io.halite.coprocessor.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.nio.SingleByteBuff;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/** Requests as clients send them, as far as Halite reads them. */
public final class Requests {
  static final long GROUP = 99;

  private Requests() {}

  public static MultiRequest multi(RegionAction... regions) {
    return MultiRequest.newBuilder()
        .setNonceGroup(GROUP)
        .addAllRegionAction(java.util.List.of(regions))
        .build();
  }

  public static MutateRequest single(Action action) {
    return MutateRequest.newBuilder()
        .setRegion(region("r"))
        .setNonceGroup(GROUP)
        .setMutation(action.getMutation())
        .build();
  }

  public static RegionAction each(String region, Action... actions) {
    return RegionAction.newBuilder()
        .setRegion(region(region))
        .addAllAction(java.util.List.of(actions))
        .build();
  }

  public static RegionAction atomic(String region, Action... actions) {
    return each(region, actions).toBuilder().setAtomic(true).build();
  }

  public static RegionAction conditional(String region, Action... actions) {
    return each(region, actions).toBuilder()
        .setCondition(condition())
        .setAtomic(actions.length > 1)
        .build();
  }

  public static Condition condition() {
    return Condition.newBuilder().setRow(ByteString.copyFromUtf8("row")).build();
  }

  public static Action get(String row) {
    return Action.newBuilder()
        .setGet(Get.newBuilder().setRow(ByteString.copyFromUtf8(row)))
        .build();
  }

  public static Action put(String row) {
    return mutation(MutationType.PUT, row);
  }

  public static Action delete(String row) {
    return mutation(MutationType.DELETE, row);
  }

  public static Action increment(String row, long nonce) {
    return nonced(MutationType.INCREMENT, row, nonce);
  }

  public static Action append(String row, long nonce) {
    return nonced(MutationType.APPEND, row, nonce);
  }

  private static Action nonced(MutationType type, String row, long nonce) {
    MutationProto.Builder mutation = mutation(type, row).getMutation().toBuilder().setNonce(nonce);
    return Action.newBuilder().setMutation(mutation).build();
  }

  private static Action mutation(MutationType type, String row) {
    return Action.newBuilder()
        .setMutation(
            MutationProto.newBuilder()
                .setMutateType(type)
                .setRow(ByteString.copyFromUtf8(row))
                .setAssociatedCellCount(cells(type)))
        .build();
  }

  private static int cells(MutationType type) {
    return type == MutationType.PUT ? 2 : 1;
  }

  /** The cells that lie beside a request, as HBase's clients send them. */
  static CellScanner cells(MultiRequest request) {
    int cells =
        request.getRegionActionList().stream()
            .flatMap(region -> region.getActionList().stream())
            .mapToInt(action -> action.getMutation().getAssociatedCellCount())
            .sum();
    try (ByteArrayOutputStream block = new ByteArrayOutputStream()) {
      Codec.Encoder encoder = new KeyValueCodecWithTags().getEncoder(block);
      for (int i = 0; i < cells; i++) {
        byte[] row = bytes("row" + i);
        encoder.write(new KeyValue(row, row, row, row));
      }
      encoder.flush();
      // HBase's servers hold more of the request before the cells.
      ByteBuffer whole = ByteBuffer.wrap(Bytes.add(new byte[3], block.toByteArray()));
      return new KeyValueCodecWithTags().getDecoder(new SingleByteBuff(whole.position(3)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static RegionSpecifier region(String name) {
    return RegionSpecifier.newBuilder()
        .setType(RegionSpecifierType.REGION_NAME)
        .setValue(ByteString.copyFromUtf8(name))
        .build();
  }

  public static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }
}
