package io.halite.filters.segment;

import static io.halite.filters.segment.HostileQueryTest.assertSmall;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.halite.filters.segment.wire.SegmentFilterWire;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.junit.jupiter.api.Test;

/** Queries of a few megabytes with very many values, as text and as they are sent. */
class HostileValuesTest {
  private static final long MOST_BYTES = 16_000_000;
  private static final String TOO_MANY = "the query has more than 200000 values and ranges";

  /** So many odd values of two bytes, without the one of that number. */
  private static IntStream odd(int without) {
    return IntStream.range(0, 32_768).filter(i -> i != without).map(i -> 2 * i + 1);
  }

  private static SegmentFilterWire.Condition.Builder wire(int offset, int width, IntStream values) {
    ByteString.Output bytes = ByteString.newOutput();
    values.forEach(
        value -> {
          for (int shift = Byte.SIZE * (width - 1); shift >= 0; shift -= Byte.SIZE) {
            bytes.write(value >> shift);
          }
        });
    return SegmentFilterWire.Condition.newBuilder()
        .setOffset(offset)
        .setWidth(width)
        .setType(SegmentFilterWire.Type.TEXT)
        .setNegated(false)
        .setValues(bytes.toByteString());
  }

  private static void assertRefusedInText(String query, String rule) {
    assertSmall(
        MOST_BYTES,
        () ->
            assertThatThrownBy(() -> SegmentFilter.where(query))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining(rule));
  }

  private static void assertRefusedInBytes(SegmentFilterWire.SegmentFilter query, String rule) {
    byte[] bytes = query.toByteArray();
    assertSmall(
        MOST_BYTES,
        () ->
            assertThatThrownBy(() -> SegmentFilter.parseFrom(bytes))
                .isInstanceOf(DeserializationException.class)
                .hasMessageContaining(rule));
  }

  @Test
  void valuesOfAllConditionsAreCountedTogether() {
    assertRefusedInText(
        IntStream.range(0, 18)
            .mapToObj(i -> odd(i).mapToObj("0x%04X"::formatted).collect(Collectors.joining(",")))
            .collect(Collectors.joining(") and @0:2 in (", "@0:2 in (", ")")),
        TOO_MANY);
    SegmentFilterWire.SegmentFilter.Builder sent =
        SegmentFilterWire.SegmentFilter.newBuilder().setVersion(1);
    IntStream.range(0, 63).forEach(i -> sent.addCondition(wire(0, 2, odd(i))));
    assertRefusedInBytes(sent.build(), TOO_MANY);
    SegmentFilterWire.SegmentFilter.Builder words =
        SegmentFilterWire.SegmentFilter.newBuilder().setVersion(3);
    for (int i = 0; i < 40; i++) {
      // Values of no byte, each of which takes the two of its length.
      words.addCondition(wire(0, 2, odd(i).map(odd -> 0)).setWidth(0).setDelimiter('~' - i));
    }
    assertRefusedInBytes(words.build(), TOO_MANY);
  }

  @Test
  void conditionsThatMeetInNothingAreNotComparedInEachPairOfBranches() {
    String rule = "take more than 1000000 comparisons of their values";
    String low = odd(0).limit(250).mapToObj("0x%04X"::formatted).collect(Collectors.joining(","));
    IntFunction<String> left = i -> "@0:2 in (%s) and @2:1 = 0x%02X".formatted(low, i);
    IntFunction<String> right = i -> "@0:2 = 0xFFFE and @3:1 = 0x%02X".formatted(i);
    assertRefusedInText("(%s) and (%s)".formatted(either(left), either(right)), rule);
    SegmentFilterWire.Group.Builder lefts = SegmentFilterWire.Group.newBuilder();
    SegmentFilterWire.Group.Builder rights = SegmentFilterWire.Group.newBuilder();
    for (int i = 0; i < 64; i++) {
      lefts.addGroup(pair(wire(0, 2, odd(0).limit(250)), wire(2, 1, IntStream.of(i))));
      rights.addGroup(pair(wire(0, 2, IntStream.of(0xFFFE)), wire(3, 1, IntStream.of(i))));
    }
    assertRefusedInBytes(
        SegmentFilterWire.SegmentFilter.newBuilder()
            .setVersion(2)
            .addGroup(lefts)
            .addGroup(rights)
            .build(),
        rule);
  }

  private static String either(IntFunction<String> part) {
    return IntStream.range(0, 64).mapToObj(part).collect(Collectors.joining(" or "));
  }

  private static SegmentFilterWire.Group pair(
      SegmentFilterWire.Condition.Builder one, SegmentFilterWire.Condition.Builder two) {
    return SegmentFilterWire.Group.newBuilder().addCondition(one).addCondition(two).build();
  }
}
