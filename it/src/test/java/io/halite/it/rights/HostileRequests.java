package io.halite.it.rights;

import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.scan.LatestAttribute;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.Mark;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Column;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.ColumnValue;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.ColumnValue.QualifierValue;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.DeleteType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.TimeRange;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** Multi requests as no client of HBase's would send them; the same seed gives the same ones. */
final class HostileRequests {
  private static final List<String> ATTRIBUTES =
      List.of(
          Mark.ATTRIBUTE,
          IndexedReads.ATTRIBUTE,
          WhereAttribute.ATTRIBUTE,
          LatestAttribute.ATTRIBUTE,
          "halite.pass",
          "_ttl",
          "any");
  private static final int[] LENGTHS = {0, 1, 2, 9, 10, 11, 300, 32_765, 32_766, 32_767};

  private final Random random;
  private final SaltingSpec spec;
  private final byte[] mark;
  private boolean refusedByHBase;

  HostileRequests(long seed, SaltingSpec spec) {
    this.random = new Random(seed);
    this.spec = spec;
    Put marked = new Put(new byte[] {1});
    Mark.of(spec).putOn(marked);
    this.mark = marked.getAttribute(Mark.ATTRIBUTE);
  }

  /** A request with so many nonsense actions for one region, some of them as one. */
  MultiRequest next(byte[] region, int first, int actions) {
    RegionAction.Builder action =
        RegionAction.newBuilder()
            .setRegion(
                RequestConverter.buildRegionSpecifier(RegionSpecifierType.REGION_NAME, region))
            .setAtomic(random.nextInt(10) == 0);
    // One such action, and none of the request comes to a region.
    refusedByHBase = random.nextInt(20) == 0;
    byte[] same = row(first);
    for (int i = 0; i < actions; i++) {
      byte[] row = action.getAtomic() || random.nextInt(4) == 0 ? same : row(first);
      Action.Builder one = Action.newBuilder().setIndex(i);
      if (!action.getAtomic() && random.nextBoolean()) {
        one.setGet(get(row));
      } else {
        one.setMutation(mutation(row));
      }
      action.addAction(one);
    }
    return MultiRequest.newBuilder().addRegionAction(action).setNonceGroup(1).build();
  }

  /** Mostly in the region, which covers {@code first}; natural, stored, or neither. */
  private byte[] row(int first) {
    int length = LENGTHS[random.nextInt(random.nextInt(20) == 0 ? LENGTHS.length : 7)];
    byte[] row = new byte[Math.max(length, refusedByHBase ? 0 : 1)];
    if (random.nextBoolean()) {
      random.nextBytes(row);
    } else {
      Arrays.fill(row, (byte) '7');
    }
    if (row.length > 0 && random.nextInt(20) > 0) {
      row[0] = (byte) first;
    }
    return row.length > 1 && random.nextInt(4) == 0 && !spec.salt().places(row).isEmpty()
        ? spec.salt().places(row).get(0)
        : row;
  }

  private byte[] noise(int most) {
    byte[] noise = new byte[random.nextInt(most)];
    random.nextBytes(noise);
    return noise;
  }

  private static ByteString wrap(byte[] bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  private NameBytesPair attribute() {
    String name = ATTRIBUTES.get(random.nextInt(ATTRIBUTES.size()));
    boolean right = name.equals(Mark.ATTRIBUTE) && random.nextInt(3) > 0;
    return NameBytesPair.newBuilder()
        .setName(name)
        .setValue(wrap(right ? mark : noise(20)))
        .build();
  }

  private TimeRange times() {
    return refusedByHBase
        ? TimeRange.newBuilder().setFrom(random.nextLong()).setTo(random.nextLong()).build()
        : TimeRange.newBuilder().setFrom(5).setTo(5 + random.nextInt(3)).build();
  }

  private long stamp() {
    return refusedByHBase ? random.nextLong() : random.nextLong() & Long.MAX_VALUE;
  }

  private byte[] family() {
    byte[] noise = noise(3);
    boolean wrong = random.nextInt(10) == 0 && (noise.length > 0 || refusedByHBase);
    return wrong ? noise : HostileTable.F;
  }

  private Get get(byte[] row) {
    Get.Builder get = Get.newBuilder().setRow(wrap(row));
    if (random.nextBoolean()) {
      get.addAttribute(attribute());
    }
    if (random.nextInt(4) == 0) {
      get.setTimeRange(times());
    }
    if (random.nextInt(4) == 0) {
      get.addColumn(Column.newBuilder().setFamily(wrap(family())).addQualifier(wrap(noise(3))));
    }
    if (random.nextInt(8) == 0) {
      get.setMaxVersions(random.nextInt()).setStoreLimit(random.nextInt());
    }
    if (random.nextInt(8) == 0) {
      get.setStoreOffset(random.nextInt()).setExistenceOnly(true);
    }
    return get.build();
  }

  private MutationProto mutation(byte[] row) {
    MutationType type = MutationType.values()[random.nextInt(MutationType.values().length)];
    MutationProto.Builder mutation =
        MutationProto.newBuilder().setRow(wrap(row)).setMutateType(type);
    if (random.nextBoolean()) {
      mutation.addAttribute(attribute());
    }
    if (random.nextInt(4) == 0) {
      mutation.setTimestamp(stamp());
    }
    if (random.nextInt(8) == 0) {
      mutation.setTimeRange(times());
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      QualifierValue.Builder value =
          QualifierValue.newBuilder()
              .setQualifier(wrap(noise(3)))
              .setValue(wrap(random.nextBoolean() ? noise(20) : new byte[8]));
      if (type == MutationType.DELETE) {
        value.setDeleteType(DeleteType.values()[random.nextInt(DeleteType.values().length)]);
      }
      if (random.nextInt(4) == 0) {
        value.setTimestamp(stamp());
      }
      mutation.addColumnValue(
          ColumnValue.newBuilder().setFamily(wrap(family())).addQualifierValue(value));
    }
    return mutation.build();
  }
}
