package io.halite.routing.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.wire.LatestProtos;
import io.halite.routing.latest.wire.LatestProtos.LatestRequest;
import io.halite.routing.latest.wire.LatestProtos.RowRange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PageRequestCodecTest {
  private static final PageRequest FULL =
      new PageRequest(
          -7,
          2,
          List.of(
              KeyRange.of(new byte[] {1}, new byte[] {2}),
              KeyRange.of(new byte[] {3}, new byte[0])),
          4,
          new Selection(
              5,
              new TimeWindow(OptionalLong.of(9), OptionalLong.of(8)),
              List.of(Column.parse("f"), Column.parse("f:q"), Column.parse("g:")),
              6,
              Optional.of("destination = ATL"),
              Optional.empty()),
          new PageBudget(100, 300, 200));

  private static ByteString bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return ByteString.copyFrom(bytes);
  }

  private static RowRange range(ByteString start, ByteString stop) {
    return RowRange.newBuilder().setStart(start).setStop(stop).build();
  }

  @Test
  void aRequestComesBackAsItWasSent() throws Exception {
    byte[] wire = PageRequestCodec.encode(FULL).toByteArray();
    assertThat(PageRequestCodec.decode(LatestRequest.parseFrom(wire))).isEqualTo(FULL);
  }

  @Test
  void theOptionOfAnAggregateComesBackAsItWasSent() {
    for (ColumnType type : ColumnType.values()) {
      Selection selection =
          new Selection(
              1,
              TimeWindow.ALL,
              List.of(),
              1,
              Optional.empty(),
              Optional.of(new Aggregation(Column.parse("f:q"), type)));
      PageRequest request =
          new PageRequest(1, 0, List.of(KeyRange.all()), 0, selection, PageBudget.DEFAULT);
      assertThat(PageRequestCodec.decode(PageRequestCodec.encode(request))).isEqualTo(request);
    }
  }

  @Test
  void aChoiceByTimeComesBackAsItWasSent() {
    for (TimeChoice choice :
        List.of(
            new TimeChoice.EachStep(3_600_000),
            TimeChoice.AtTimes.of(7, 3, 7),
            TimeChoice.OLDEST)) {
      PageRequest request =
          new PageRequest(
              1,
              0,
              List.of(KeyRange.all()),
              0,
              Selection.ofLimit(9).withChoice(choice),
              PageBudget.DEFAULT);
      assertThat(PageRequestCodec.decode(PageRequestCodec.encode(request))).isEqualTo(request);
    }
  }

  private static Named<Consumer<LatestRequest.Builder>> bad(
      String name, Consumer<LatestRequest.Builder> change) {
    return Named.of(name, change);
  }

  static Stream<Named<Consumer<LatestRequest.Builder>>> hostile() {
    return Stream.of(
        bad("limit 0 is no limit", r -> r.setLimit(0)),
        bad("limit 10,001 is too large", r -> r.setLimit(10_001)),
        bad("limit 2^32 - 1 is too large", r -> r.setLimit(-1)),
        bad("no range at all", r -> r.clearRange()),
        bad("a range that ends before it starts", r -> r.setRange(0, range(bytes(2), bytes(1)))),
        bad("an empty range", r -> r.setRange(0, range(bytes(2), bytes(2)))),
        bad("ranges in descending order", r -> r.addRange(range(bytes(0), bytes(1)))),
        bad("ranges that overlap", r -> r.setRange(0, range(bytes(1), bytes(4)))),
        bad("a range after one without end", r -> r.addRange(range(bytes(9), bytes(10)))),
        bad(
            "a start of 32,768 bytes",
            r -> r.setRange(1, range(ByteString.copyFrom(filled(32_768, 5)), bytes()))),
        bad(
            "1,001 ranges",
            r -> {
              r.clearRange();
              for (int i = 0; i < 1_001; i++) {
                r.addRange(range(bytes(i >> 8, i, 0), bytes(i >> 8, i, 1)));
              }
            }),
        bad("as many carried rows as the limit", r -> r.setCarried(5)),
        bad("a negative number of carried rows", r -> r.setCarried(-1)),
        bad("an as-of time beyond 2^63", r -> r.setAsOf(-1)),
        bad("a not-before time after the as-of time", r -> r.setNotBefore(10)),
        bad("a step without width", r -> r.setStepMillis(0)),
        bad("a step beyond 2^63", r -> r.setStepMillis(-1)),
        bad("times in descending order", r -> r.addAt(7).addAt(6)),
        bad("a time that comes twice", r -> r.addAt(7).addAt(7)),
        bad("a time beyond 2^63", r -> r.addAt(-1)),
        bad(
            "1,001 times",
            r -> {
              for (int i = 0; i < 1_001; i++) {
                r.addAt(i + 8);
              }
            }),
        bad("steps and the oldest rows", r -> r.setStepMillis(5).setOldest(true)),
        bad("no versions", r -> r.setVersions(0)),
        bad("a family without a name", r -> r.getColumnBuilder(0).setFamily(bytes())),
        bad(
            "a family of 128 bytes",
            r -> r.getColumnBuilder(0).setFamily(ByteString.copyFrom(filled(128, 'f')))),
        bad(
            "1,001 columns",
            r -> {
              for (int i = 0; i < 1_001; i++) {
                r.addColumnBuilder().setFamily(bytes('f'));
              }
            }),
        bad("a where of 65,537 characters", r -> r.setWhere("x".repeat(65_537))),
        bad("a page without bytes", r -> r.setMaxBytes(0)),
        bad("a page of more than 2 MB", r -> r.setMaxBytes(2 * 1024 * 1024 + 1)),
        bad("a page without rows", r -> r.setMaxRows(0)),
        bad("a page of more than 100,000 rows", r -> r.setMaxRows(100_001)),
        bad("a page without time", r -> r.setMaxMillis(0)),
        bad("a page of more than a minute", r -> r.setMaxMillis(60_001)),
        bad(
            "an aggregate beside columns",
            r ->
                r.getAggregationBuilder()
                    .setFamily(bytes('f'))
                    .setQualifier(bytes('q'))
                    .setType(LatestProtos.ColumnType.LONG)));
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    java.util.Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void whatBreaksARuleIsRefusedWithTheRule(Consumer<LatestRequest.Builder> change) {
    LatestRequest.Builder request = PageRequestCodec.encode(FULL).toBuilder();
    change.accept(request);
    assertThatThrownBy(() -> PageRequestCodec.decode(request.build()))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("(correct it in the query)");
  }

  private static final UnknownFieldSet LATER =
      UnknownFieldSet.newBuilder()
          .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
          .build();

  static Stream<Named<Consumer<LatestRequest.Builder>>> later() {
    return Stream.of(
        bad("of the request", r -> r.setUnknownFields(LATER)),
        bad("of a range", r -> r.getRangeBuilder(1).setUnknownFields(LATER)),
        bad("of a column", r -> r.getColumnBuilder(2).setUnknownFields(LATER)),
        bad(
            "of an aggregation",
            r ->
                r.clearColumn()
                    .setVersions(1)
                    .getAggregationBuilder()
                    .setFamily(bytes('f'))
                    .setQualifier(bytes('q'))
                    .setType(LatestProtos.ColumnType.LONG)
                    .setUnknownFields(LATER)));
  }

  /** Without them, the request may be another one. */
  @ParameterizedTest
  @MethodSource("later")
  void fieldsOfALaterVersionAreRefused(Consumer<LatestRequest.Builder> change) {
    LatestRequest.Builder request = PageRequestCodec.encode(FULL).toBuilder();
    change.accept(request);
    assertThatThrownBy(() -> PageRequestCodec.decode(request.build()))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("'[99]': this server does not know them");
  }

  @Test
  void bytesThatWereTamperedWithAreReadOrRefusedAndNothingElse() {
    byte[] sent = PageRequestCodec.encode(FULL).toByteArray();
    Random random = new Random(4);
    int refused = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] wire = java.util.Arrays.copyOf(sent, random.nextInt(sent.length + 20));
      for (int flips = random.nextInt(4); flips > 0 && wire.length > 0; flips--) {
        wire[random.nextInt(wire.length)] = (byte) random.nextInt();
      }
      try {
        PageRequest read = PageRequestCodec.decode(LatestRequest.parseFrom(wire));
        assertThat(read.selection().limit()).isBetween(1, Selection.MAX_LIMIT);
      } catch (InvalidProtocolBufferException | LatestException expected) {
        refused++;
      } catch (RuntimeException other) {
        fail("request " + java.util.HexFormat.of().formatHex(wire), other);
      }
    }
    assertThat(refused).isBetween(1, 99_999);
  }
}
