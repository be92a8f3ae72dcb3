package io.halite.filters.segment;

import static io.halite.filters.segment.SegmentFilterCodecTest.bad;
import static io.halite.filters.segment.SegmentFilterCodecTest.bytes;
import static io.halite.filters.segment.SegmentFilterCodecTest.condition;
import static io.halite.filters.segment.SegmentFilterCodecTest.filter;
import static io.halite.filters.segment.SegmentFilterCodecTest.nested;
import static io.halite.filters.segment.SegmentFilterCodecTest.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.halite.filters.segment.SegmentFilterCodecTest.Bad;
import io.halite.filters.segment.wire.SegmentFilterWire;
import io.halite.filters.segment.wire.SegmentFilterWire.Condition;
import io.halite.filters.segment.wire.SegmentFilterWire.Range;
import io.halite.filters.segment.wire.SegmentFilterWire.SegmentFilter.Builder;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.junit.jupiter.api.Test;

/** The format of segments behind delimiters; {@link SegmentFilterCodecTest} reads the bad bytes. */
class PathCodecTest {
  private static final String PATHS =
      "0803121a0a056576656e741000180020002800320700056c6f67696e483a"
          + "121b10011801200028003a0512013718"
          + "0142040800103a42040802102f"
          + "12221004180020002800320500000001783a030a0179"
          + "42040800103a42040802102f5001";

  @Test
  void formatOfVersionThreeIsFrozen() throws Exception {
    SegmentFilter filter =
        SegmentFilter.where(
            "event@#3A = login and @#3A+2#2F+1:1 > 7 and @#3A+2#2F+4:rest in ('', x, y*)");
    String hex = HexFormat.of().formatHex(filter.toByteArray());
    assertThat(hex).isEqualTo(PATHS);
    assertThat(SegmentFilter.parseFrom(HexFormat.of().parseHex(PATHS))).isEqualTo(filter);
  }

  @Test
  void queriesOnSegmentsBehindDelimitersComeBackEqual() throws Exception {
    Random random = new Random(8);
    for (int i = 0; i < 5000; i++) {
      SegmentFilter filter = RandomPath.of(random).filter();
      assertThat(filter.toByteArray()).startsWith(0x08, 0x03);
      Filter back = ProtobufUtil.toFilter(ProtobufUtil.toFilter(filter));
      assertThat(back).isEqualTo(filter).hasSameHashCodeAs(filter).isNotSameAs(filter);
      assertThat(SegmentQuery.parse(filter.query().toString())).isEqualTo(filter.query());
    }
  }

  private static SegmentFilterWire.Step.Builder step(int delimiter) {
    return SegmentFilterWire.Step.newBuilder().setOffset(0).setDelimiter(delimiter);
  }

  /** A filter of version three; by default with a value of one byte. */
  private static Builder path(Condition.Builder condition, int... values) {
    byte[] packed = {0, 1, 0};
    if (values.length > 0) {
      packed = new byte[values.length];
      for (int i = 0; i < values.length; i++) {
        packed[i] = (byte) values[i];
      }
    }
    int from = condition.getWidth() > 0 ? 2 : 0;
    ByteString bytes = ByteString.copyFrom(packed, from, packed.length - from);
    return filter(condition.setValues(bytes)).setVersion(3);
  }

  private static Condition.Builder manySteps(int count) {
    Condition.Builder condition = condition(0, 1);
    for (int i = 0; i < count; i++) {
      condition.addStep(step(58));
    }
    return condition;
  }

  private static Condition.Builder negativeStep() {
    return condition(0, 1).addStep(step(58).setOffset(-5));
  }

  /** Each byte of the bound is smaller than the delimiter, so that each part of it is a word. */
  private static Builder longBound() {
    Range.Builder range = Range.newBuilder().setLow(bytes(32_000));
    return filter(condition(0, 0).setDelimiter(255).addRange(range)).setVersion(3);
  }

  static Stream<Bad> hostile() throws Exception {
    return Stream.of(
        bad(
            "version three without a path",
            filter(condition(0, 1).setValues(bytes(1))).setVersion(3)),
        bad("a path in version one", filter(condition(0, 1).addStep(step(58)).setValues(bytes(1)))),
        bad("a delimiter of two bytes", path(condition(0, 1).addStep(step(256)))),
        bad("a delimiter and a width", path(condition(0, 1).setDelimiter(58))),
        bad("a delimiter and the rest", path(condition(0, 0).setDelimiter(58).setRest(true))),
        bad("a value that holds its delimiter", path(condition(0, 0).setDelimiter(0))),
        bad("a value that is cut", path(condition(0, 0).setRest(true), 0, 9, 1)),
        bad("a length that is cut", path(condition(0, 0).setRest(true), 9)),
        bad(
            "a typed rest",
            path(condition(0, 0).setRest(true).setType(SegmentFilterWire.Type.INT))),
        bad("more delimiters than may be", path(manySteps(257))),
        bad("twenty thousand delimiters", path(manySteps(20_001))),
        bad("offset of a step below the key", path(negativeStep())),
        bad("a bound that takes a gigabyte", longBound()),
        new Bad("a megabyte of steps", nested(2, repeated("4200", 1 << 19))));
  }
}
