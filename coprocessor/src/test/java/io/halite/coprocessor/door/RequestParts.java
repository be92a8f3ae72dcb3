package io.halite.coprocessor.door;

import io.halite.coprocessor.host.Requests;
import io.halite.routing.table.Mark;
import java.util.Random;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Column;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/** Parts of requests with what a door looks at, and random requests. */
final class RequestParts {
  private RequestParts() {}

  static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }

  static NameBytesPair attribute(String name, String value) {
    return NameBytesPair.newBuilder().setName(name).setValue(bytes(value)).build();
  }

  /** Marked as Halite's own forwards are. */
  static NameBytesPair mark() {
    return attribute(Mark.ATTRIBUTE, "any mark");
  }

  static Action with(Action action, NameBytesPair attribute) {
    Action.Builder changed = action.toBuilder();
    if (action.hasGet()) {
      changed.getGetBuilder().addAttribute(attribute);
    } else {
      changed.getMutationBuilder().addAttribute(attribute);
    }
    return changed.build();
  }

  static Action endpointCall() {
    return Action.newBuilder()
        .setServiceCall(
            CoprocessorServiceCall.newBuilder()
                .setRow(bytes("row"))
                .setServiceName("Rows")
                .setMethodName("count")
                .setRequest(ByteString.EMPTY))
        .build();
  }

  /** A get as it leaves the door for the guest row {@code guest}. */
  static Get carried(Get natural, String guest) {
    NameBytesPair row =
        NameBytesPair.newBuilder().setName(GuestGet.ATTRIBUTE).setValue(natural.getRow()).build();
    return unforged(natural).toBuilder().setRow(bytes(guest)).addAttribute(row).build();
  }

  /** A get without the attribute that is the door's own. */
  static Get unforged(Get natural) {
    Get.Builder unforged = natural.toBuilder();
    for (int i = unforged.getAttributeCount() - 1; i >= 0; i--) {
      if (unforged.getAttribute(i).getName().equals(GuestGet.ATTRIBUTE)) {
        unforged.removeAttribute(i);
      }
    }
    return unforged.build();
  }

  /** Gets and mutations of up to 5 regions, with all fields that clients set. */
  static MultiRequest random(Random random) {
    MultiRequest.Builder multi = MultiRequest.newBuilder();
    for (int part = random.nextInt(6); part > 0; part--) {
      multi.addRegionAction(randomPart(random));
    }
    if (random.nextBoolean()) {
      multi.setNonceGroup(random.nextLong());
    }
    if (random.nextInt(8) == 0) {
      multi.setCondition(Requests.condition());
    }
    return multi.build();
  }

  private static RegionAction randomPart(Random random) {
    Action[] actions = new Action[random.nextInt(6)];
    for (int i = 0; i < actions.length; i++) {
      actions[i] = randomAction(random).toBuilder().setIndex(i).build();
    }
    String region = "region" + random.nextInt(4);
    return switch (random.nextInt(3)) {
      case 0 -> Requests.atomic(region, actions);
      case 1 -> Requests.conditional(region, actions);
      default -> Requests.each(region, actions);
    };
  }

  private static Action randomAction(Random random) {
    String row = "row" + random.nextInt(3);
    Action action =
        switch (random.nextInt(7)) {
          case 0 -> Requests.put(row);
          case 1 -> Requests.delete(row);
          case 2 -> Requests.increment(row, random.nextLong());
          case 3 -> Requests.append(row, random.nextLong());
          default -> randomGet(row, random);
        };
    for (String name : new String[] {"a", GuestGet.ATTRIBUTE, "b", GuestGet.ATTRIBUTE}) {
      if (random.nextInt(3) == 0) {
        action = with(action, attribute(name, "value" + random.nextInt()));
      }
    }
    return action;
  }

  private static Action randomGet(String row, Random random) {
    Action.Builder action = Requests.get(row).toBuilder();
    if (random.nextBoolean()) {
      action.getGetBuilder().setMaxVersions(random.nextInt(9)).setExistenceOnly(true);
    }
    if (random.nextBoolean()) {
      Column column = Column.newBuilder().setFamily(bytes("f")).addQualifier(bytes("q")).build();
      action.getGetBuilder().addColumn(column).setStoreOffset(random.nextInt(9));
    }
    return action.build();
  }

  /** The name of the exception that a part is answered with, or its first action; else "". */
  static String refusal(RegionActionResult result) {
    return result.hasException() || result.getResultOrExceptionCount() == 0
        ? result.getException().getName()
        : result.getResultOrException(0).getException().getName();
  }
}
