package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.sun.management.ThreadMXBean;
import io.halite.filters.segment.wire.SegmentFilterWire;
import io.halite.filters.segment.wire.SegmentFilterWire.Condition;
import io.halite.filters.segment.wire.SegmentFilterWire.Range;
import io.halite.filters.segment.wire.SegmentFilterWire.SegmentFilter.Builder;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SegmentFilterCodecTest {
  /** Given once, so that a change of the format shows. */
  private static final String GOLDEN =
      "0801"
          + "121b"
          + "0a0464657374"
          + "100f"
          + "1803"
          + "2000"
          + "2800"
          + "32064c415853464f"
          + "3a030a0141"
          + "18"
          + "01";

  private static final String GROUPS =
      "0802120b100018012000280032014122290a0b1001180120002800320142"
          + "121a0a0b10021801200028003201430a0b1003180120002800320144";

  @Test
  void formatOfVersionOneIsFrozen() throws Exception {
    SegmentFilter filter = SegmentFilter.where("dest@15:3 in (SFO, LAX, A*)").alwaysSeeking();
    assertThat(HexFormat.of().formatHex(filter.toByteArray())).isEqualTo(GOLDEN);
    assertThat(SegmentFilter.parseFrom(HexFormat.of().parseHex(GOLDEN))).isEqualTo(filter);
  }

  @Test
  void formatOfVersionTwoIsFrozen() throws Exception {
    SegmentFilter filter = SegmentFilter.where("@0:1 = A and (@1:1 = B or @2:1 = C and @3:1 = D)");
    assertThat(HexFormat.of().formatHex(filter.toByteArray())).isEqualTo(GROUPS);
    assertThat(SegmentFilter.parseFrom(HexFormat.of().parseHex(GROUPS))).isEqualTo(filter);
  }

  @Test
  void queryWithoutOrKeepsTheBytesThatOlderServersRead() {
    String plain = "@0:3 = ATL and @3:1 != 7";
    byte[] bytes = SegmentFilter.where(plain).toByteArray();
    assertThat(bytes).startsWith(0x08, 0x01);
    assertThat(SegmentFilter.where("not (@0:3 != ATL or @3:1 = 7)").toByteArray()).isEqualTo(bytes);
    assertThat(SegmentFilter.where("@0:3 = ATL or @3:1 != 7").toByteArray()).startsWith(0x08, 0x02);
  }

  private static RandomQuery randomQuery(Random random) {
    return random.nextBoolean() ? RandomQuery.of(random) : RandomQuery.nested(random);
  }

  @Test
  void everyQueryComesBackEqual() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < 2500; i++) {
      SegmentFilter filter = SegmentFilter.where(randomQuery(random).text);
      Filter back = ProtobufUtil.toFilter(ProtobufUtil.toFilter(filter));
      assertThat(back).isEqualTo(filter).hasSameHashCodeAs(filter).isNotSameAs(filter);
      assertThat(SegmentQuery.parse(filter.query().toString())).isEqualTo(filter.query());
    }
  }

  @Test
  void setOfTheMostValuesComesBackEqual() throws Exception {
    List<byte[]> values =
        IntStream.range(0, 100_000)
            .mapToObj(i -> new byte[] {7, (byte) (i >> 16), (byte) (i >> 8), (byte) i})
            .toList();
    SegmentFilter filter =
        SegmentFilter.over(io.halite.keys.KeyLayout.parse("row:*")).at(8, 4).in(values).toFilter();
    assertThat(filter.toByteArray()).hasSizeLessThan(400_100);
    assertThat(SegmentFilter.parseFrom(filter.toByteArray())).isEqualTo(filter);
  }

  static Condition.Builder condition(int offset, int width) {
    return Condition.newBuilder()
        .setOffset(offset)
        .setWidth(width)
        .setType(SegmentFilterWire.Type.TEXT)
        .setNegated(false);
  }

  static ByteString bytes(int length) {
    return ByteString.copyFrom(new byte[length]);
  }

  static Builder filter(Condition.Builder... conditions) {
    Builder filter = SegmentFilterWire.SegmentFilter.newBuilder().setVersion(1);
    Arrays.stream(conditions).forEach(filter::addCondition);
    return filter;
  }

  static byte[] repeated(String hex, int times) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] piece = HexFormat.of().parseHex(hex);
    for (int i = 0; i < times; i++) {
      out.write(piece, 0, piece.length);
    }
    return out.toByteArray();
  }

  static byte[] nested(int field, byte[] content) throws Exception {
    ByteString.Output out = ByteString.newOutput();
    com.google.protobuf.CodedOutputStream coded =
        com.google.protobuf.CodedOutputStream.newInstance(out);
    coded.writeBytes(field, ByteString.copyFrom(content));
    coded.flush();
    return out.toByteString().toByteArray();
  }

  record Bad(String broken, byte[] bytes) {
    @Override
    public String toString() {
      return broken;
    }
  }

  static Bad bad(String broken, Builder wire) {
    return new Bad(broken, wire.build().toByteArray());
  }

  private static byte[] excluding() {
    Range.Builder range = Range.newBuilder().setLow(bytes(1)).setHighExclusive(true);
    return filter(condition(0, 2).addRange(range)).build().toByteArray();
  }

  private static byte[] groups(int depth) throws Exception {
    byte[] inside = nested(1, condition(0, 1).setValues(bytes(1)).build().toByteArray());
    for (int i = 1; i < depth; i++) {
      inside = nested(2, inside);
    }
    ByteString head = ByteString.copyFrom(new byte[] {8, 2});
    return head.concat(ByteString.copyFrom(nested(4, inside))).toByteArray();
  }

  @Test
  void groupsNestAsDeepAsIsSaid() throws Exception {
    assertThat(SegmentFilter.parseFrom(groups(32)).query()).hasToString("@0:1 = 0x00");
  }

  static Stream<Bad> hostile() throws Exception {
    Range.Builder range = Range.newBuilder();
    Builder manyConditions = filter();
    for (int i = 0; i < 65; i++) {
      manyConditions.addCondition(condition(i, 1).setValues(bytes(1)));
    }
    return Stream.of(
        new Bad("nothing at all", new byte[0]),
        new Bad("groups too deep", groups(33)),
        new Bad("a thousand groups within each other", groups(1000)),
        new Bad("a million groups", repeated("2200", 1 << 20)),
        new Bad("a group of nothing", HexFormat.of().parseHex("08022200")),
        new Bad("a million conditions in a group", nested(4, repeated("0a00", 1 << 19))),
        bad(
            "version two without groups",
            filter(condition(0, 1).setValues(bytes(1))).setVersion(2)),
        new Bad(
            "version one with groups",
            HexFormat.of().parseHex(GROUPS.replaceFirst("0802", "0801"))),
        new Bad("no version", filter(condition(0, 1)).clearVersion().buildPartial().toByteArray()),
        bad(
            "version of a later release",
            filter(condition(0, 1).setValues(bytes(1))).setVersion(4)),
        bad("no condition", filter()),
        bad("more conditions than may be", manyConditions),
        bad("no value", filter(condition(0, 1))),
        bad(
            "values that are no multiple of the width",
            filter(condition(0, 2).setValues(bytes(3)))),
        bad("width of nothing", filter(condition(0, 0).setValues(bytes(3)))),
        bad("width below nothing", filter(condition(0, -1).setValues(bytes(3)))),
        bad("offset below the key", filter(condition(-5, 2).setValues(bytes(2)))),
        bad("segment behind the longest key", filter(condition(32766, 2).setValues(bytes(2)))),
        bad("name that is none", filter(condition(0, 1).setName("a b").setValues(bytes(1)))),
        bad(
            "int of three bytes",
            filter(condition(0, 3).setType(SegmentFilterWire.Type.INT).setValues(bytes(3)))),
        bad(
            "segments that overlap",
            filter(condition(0, 2).setValues(bytes(2)), condition(1, 2).setValues(bytes(2)))),
        bad("range without a bound", filter(condition(0, 2).addRange(range.clone()))),
        bad(
            "prefix and bound in one",
            filter(condition(0, 2).addRange(range.clone().setPrefix(bytes(1)).setLow(bytes(1))))),
        bad(
            "prefix wider than the segment",
            filter(condition(0, 2).addRange(range.clone().setPrefix(bytes(3))))),
        bad(
            "prefix of nothing",
            filter(condition(0, 2).addRange(range.clone().setPrefix(bytes(0))))),
        bad(
            "exclusive bound in a list",
            filter(
                condition(0, 2)
                    .setValues(bytes(2))
                    .addRange(range.clone().setLow(bytes(1)).setLowExclusive(true)))),
        bad(
            "range that begins after it ends",
            filter(
                condition(0, 1)
                    .addRange(
                        range
                            .clone()
                            .setLow(ByteString.copyFrom(new byte[] {5}))
                            .setHigh(bytes(1))))),
        bad("more values than may be", filter(condition(0, 1).setValues(bytes(100_001)))),
        new Bad("more bytes than are read", new byte[(4 << 20) + 1]),
        new Bad("four megabytes of empty conditions", repeated("1200", 2 << 20)),
        new Bad("a megabyte of empty ranges", nested(2, repeated("3a00", 1 << 19))),
        new Bad("the version a million times", repeated("0801", 1 << 20)),
        new Bad("a million unknown fields", repeated("7001", 1 << 20)),
        new Bad("a million groups in each other", repeated("0b", 1 << 20)),
        new Bad("an unknown type", HexFormat.of().parseHex("0801120a1000180120092800320141")),
        new Bad("a length of two billion", HexFormat.of().parseHex("0801" + "12ffffffff07")),
        new Bad("a negative length", HexFormat.of().parseHex("0801" + "12ffffffff0f")),
        new Bad("a value of two billion", HexFormat.of().parseHex("08011206" + "32ffffffff07")),
        new Bad("an excluded bound that is not there", excluding()),
        new Bad("zeros", new byte[100]),
        new Bad("an endless number", repeated("ff", 100)));
  }

  @ParameterizedTest
  @MethodSource({"hostile", "io.halite.filters.segment.PathCodecTest#hostile"})
  void hostileBytesAreRefusedWithinASecondAndSixteenMegabytes(Bad bad) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Assertions.assertTimeout(
        Duration.ofSeconds(1),
        () ->
            assertThatThrownBy(() -> SegmentFilter.parseFrom(bad.bytes()))
                .isInstanceOf(DeserializationException.class)
                .hasMessageStartingWith("segment filter"));
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16L << 20);
  }

  @Test
  void bytesThatWereTamperedWithAreRefusedOrAFilterAgain() {
    Random random = new Random(11);
    List<byte[]> seeds = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      seeds.add(SegmentFilter.where(randomQuery(random).text).toByteArray());
      seeds.add(RandomPath.of(random).filter().toByteArray());
    }
    int refused = 0;
    int read = 0;
    for (int i = 0; i < 30_000; i++) {
      byte[] bytes = tampered(random, seeds.get(random.nextInt(seeds.size())));
      try {
        SegmentFilter filter = SegmentFilter.parseFrom(bytes);
        assertThat(SegmentFilter.parseFrom(filter.toByteArray())).isEqualTo(filter);
        read++;
      } catch (DeserializationException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(5_000);
    assertThat(read).isGreaterThan(1_500);
  }

  private static byte[] tampered(Random random, byte[] seed) {
    byte[] bytes = seed.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }
}
