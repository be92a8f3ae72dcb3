package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.scan.MergedPlan;
import io.halite.routing.scan.PassedPlan;
import io.halite.routing.table.SaltedTable;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an explanation says of seeks and regions, without a cluster. */
class ExplanationTest {
  private static final String LAYOUT = "key=origin:3 number:3:digits,salt=";

  private static final byte[] ATL = Bytes.toBytes("ATL100");
  private static final byte[] ORD = Bytes.toBytes("ORD100");

  private static Explanation explain(String salt, Scan bounds, String query) throws Exception {
    SaltingSpec spec = SaltingSpec.parse(LAYOUT + salt);
    SaltedTable table = new SaltedTable(TableName.valueOf("t"), spec);
    return Explanation.of(
        table, bounds, query, List.of(region("", "01"), region("01", "02"), region("02", "")));
  }

  private static RegionFacts region(String start, String stop) {
    KeyRange rows = KeyRange.of(hex(start), hex(stop));
    return new RegionFacts("", "", "a", rows, 10, 0, 0, 0, 0);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  @ParameterizedTest
  @CsvSource({
    "hash(*) % 2, true",
    "random % 2, true",
    "none, true",
    "md5(origin)[0:1], true",
    "md5(origin)[0:4], false",
    "reverse(number), false",
    "random-suffix % 2, false",
  })
  void ownersSeekWhereStoredOrderIsNaturalOrder(String salt, boolean seeks) throws Exception {
    assertThat(explain(salt, new Scan(), "number >= 100").seeks()).isEqualTo(seeks);
  }

  @Test
  void aDigestSeeksIfTheRangeFixesItsSegmentsAndAReversedKeyNever() throws Exception {
    Explanation digest = explain("md5(origin)[0:4]", new Scan(), "origin = ATL and number > 100");
    assertThat(digest.plan()).isInstanceOf(MergedPlan.class);
    assertThat(digest.seeks()).isTrue();
    Explanation reversed = explain("reverse(origin)", new Scan(), "origin = ATL and number > 100");
    assertThat(reversed.plan()).isInstanceOf(MergedPlan.class);
    assertThat(reversed.seeks()).isFalse();
    assertThat(explain("reverse(origin)", new Scan(), "number = 100").plan())
        .isInstanceOf(PassedPlan.class);
  }

  @Test
  void onlyTheBoundsOfAScanCountNotItsFilter() throws Exception {
    Scan reversed = new Scan().setReversed(true).withStartRow(ORD, false).withStopRow(ATL, false);
    Explanation plain = explain("hash(*) % 2", reversed, "number >= 100");
    assertThat(explain("hash(*) % 2", new Scan(reversed).setFilter(new Own()), "number >= 100"))
        .usingRecursiveComparison()
        .comparingOnlyFields("ranges", "asked", "storing")
        .isEqualTo(plain);
    assertThat(plain.plan().natural().range().contains(ORD)).isFalse();
    assertThat(plain.plan().natural().range().contains(ATL)).isFalse();
    assertThat(plain.plan().natural().range().contains(Bytes.toBytes("LAX100"))).isTrue();
  }

  /** A filter that only servers know, by {@code halite.filters.row-local}. */
  private static final class Own extends FilterBase {
    @Override
    public ReturnCode filterCell(Cell cell) {
      return ReturnCode.INCLUDE;
    }
  }

  @Test
  void rangesAreCountedUntilThereAreTooMany() throws Exception {
    assertThat(explain("hash(*) % 2", new Scan(), numbers(500, "origin in (ATL, ORD)")).ranges())
        .hasValueSatisfying(ranges -> assertThat(ranges).hasSize(1_000));
    assertThat(
            explain("hash(*) % 2", new Scan(), numbers(500, "origin in (ATL, LAX, ORD)")).ranges())
        .isEmpty();
    assertThat(explain("hash(*) % 2", new Scan(), numbers(500, "origin >= ATL")).ranges())
        .as("numbers are behind a range, so they lead nothing")
        .hasValueSatisfying(ranges -> assertThat(ranges).hasSize(1));
    assertThat(
            explain(
                    "hash(*) % 2",
                    new Scan(), numbers(500, "origin in (A*, ATL)") + " or origin = X*")
                .ranges())
        .hasValueSatisfying(ranges -> assertThat(ranges).hasSize(2));
  }

  /** A query for every other number, so that no two values are one range. */
  private static String numbers(int count, String origins) {
    return IntStream.range(0, count)
        .mapToObj(number -> "%03d".formatted(number * 2))
        .collect(Collectors.joining(", ", origins + " and number in (", ")"));
  }
}
