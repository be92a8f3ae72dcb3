package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class GatewayShareTest {
  /**
   * A gateway region that takes {@code natural} operations and all that its server takes.
   *
   * @param here the operations of the rows that its server stores
   * @param doors those of each other server
   */
  private static GatewayShare share(double natural, double here, double... doors) {
    List<ServerShare> others =
        Arrays.stream(doors).mapToObj(marked -> new ServerShare(0, marked)).toList();
    return new GatewayShare(natural, new ServerShare(natural, here), others);
  }

  @Test
  void theTableOnThePageIsTheRule() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "doors.md"));
    double[][] stored = {{100, 0, 0}, {70, 20, 10}, {33, 33, 33}, {0, 50, 50}, {0, 100, 0}};
    for (double[] rows : stored) {
      GatewayShare share = share(100, rows[0], rows[1], rows[2]);
      assertThat(page)
          .contains(
              "\n| %.0f, %.0f, %.0f | %.0f | %.0f | %s"
                  .formatted(
                      rows[0],
                      rows[1],
                      rows[2],
                      share.here().load(),
                      share.busiestWithDoors(),
                      share.isExceeded(false) ? "yes |" : "no: "));
    }
  }

  @Test
  void oneWhoseServerStoresMostOrAllRowsOpens() {
    assertThat(share(1000, 1000, 0).isExceeded(false)).isTrue();
    assertThat(share(1000, 1000, 0, 0).isExceeded(false)).isTrue();
    assertThat(share(1000, 700, 150, 150).isExceeded(false)).isTrue();
    assertThat(share(1000, 1000, 0, 0, 0, 0, 0).isExceeded(false)).isTrue();
  }

  @Test
  void oneOfManyThatStoreAsManyRowsOpens() {
    assertThat(share(1000, 500, 500).isExceeded(false)).isTrue();
    assertThat(share(1000, 333, 333, 333).isExceeded(false)).isTrue();
    assertThat(share(1000, 0, 200, 200, 200, 200, 200).isExceeded(false)).isTrue();
  }

  @Test
  void oneStaysClosedWhereTheServersThatStoreTheRowsWouldTakeMoreWithDoors() {
    assertThat(share(1000, 0, 1000).isExceeded(false)).isFalse();
    assertThat(share(1000, 0, 1000, 0).isExceeded(false)).isFalse();
    assertThat(share(1000, 0, 500, 500).isExceeded(false)).as("a sixth less").isFalse();
  }

  @Test
  void whereAllStoreAsManyRowsItOpensAboveAMeanAndAHalfAndClosesAtTheMean() {
    for (int[] taken : new int[][] {{1500, 0, 1500}, {1501, 1, 1499}, {1001, 1, 1999}}) {
      ServerShare here = new ServerShare(taken[0], 1000);
      List<ServerShare> doors = Collections.nCopies(2, new ServerShare(taken[2] / 2.0, 1000));
      GatewayShare share = new GatewayShare(taken[0], here, doors);
      assertThat(share.isExceeded(false)).isEqualTo(taken[0] > 1500);
      assertThat(share.isExceeded(true)).isTrue();
    }
    ServerShare mean = new ServerShare(1000, 1000);
    GatewayShare even = new GatewayShare(1000, mean, List.of(mean, mean));
    assertThat(even.isExceeded(true)).isFalse();
  }

  @Test
  void oneBesideManyMoreMarkedRequestsOfOtherClientsStaysClosed() {
    assertThat(share(1000, 30_000, 30_000, 30_000).isExceeded(false)).isFalse();
    assertThat(share(1000, 1000, 1000, 1000).isExceeded(false)).isTrue();
  }

  @Test
  void bothOfTwoBusyGatewayServersOpen() {
    ServerShare busy = new ServerShare(1000, 333);
    ServerShare idle = new ServerShare(0, 333);
    List<ServerShare> doors = List.of(busy, idle, idle, idle, idle);
    assertThat(new GatewayShare(1000, busy, doors).isExceeded(false)).isTrue();
  }

  @Test
  void eachOfManySmallGatewayRegionsOfABusyServerOpens() {
    ServerShare busy = new ServerShare(2000, 500);
    List<ServerShare> doors = Collections.nCopies(3, new ServerShare(0, 500));
    assertThat(new GatewayShare(50, busy, doors).isExceeded(false)).isTrue();
    assertThat(new GatewayShare(10, busy, doors).isExceeded(false)).isTrue();
    assertThat(new GatewayShare(9, busy, doors).isExceeded(false)).isFalse();
    assertThat(new GatewayShare(5, busy, doors).isExceeded(true)).isTrue();
    assertThat(new GatewayShare(4, busy, doors).isExceeded(true)).isFalse();
  }

  @Test
  void fewOperationsNeverOpenAndHalfAsManyClose() {
    assertThat(share(99, 99, 0, 0).isExceeded(false)).isFalse();
    assertThat(share(100, 100, 0, 0).isExceeded(false)).isTrue();
    assertThat(share(50, 50, 0, 0).isExceeded(true)).isTrue();
    assertThat(share(49, 49, 0, 0).isExceeded(true)).isFalse();
  }

  @Test
  void oneWithoutDoorsNeverOpens() {
    assertThat(share(1e6, 0).isExceeded(false)).isFalse();
    assertThat(share(1e6, 0).isExceeded(true)).isFalse();
  }

  /** Doors that take equal parts leave every gateway region of them closed: nothing swings. */
  @Property
  void whereAllServersTakeAsManyNaturalOperationsNoneOpens(
      @ForAll @DoubleRange(max = 1e7) double natural,
      @ForAll @DoubleRange(max = 1e7) double here,
      @ForAll @Size(min = 1, max = 31) List<@DoubleRange(max = 1e7) Double> marked) {
    List<ServerShare> doors = marked.stream().map(each -> new ServerShare(natural, each)).toList();
    assertThat(new GatewayShare(natural, new ServerShare(natural, here), doors).isExceeded(false))
        .isFalse();
  }

  /** What {@link TableShares#besideIdle} relies on. */
  @Property
  void oneThatIsNotExceededBesideIdleDoorsIsNotExceededBesideBusyOnes(
      @ForAll @DoubleRange(max = 1e6) double natural,
      @ForAll @DoubleRange(max = 1e6) double here,
      @ForAll @Size(min = 1, max = 31) List<@DoubleRange(max = 1e6) Double> marked,
      @ForAll @DoubleRange(max = 1e6) double ofDoors,
      @ForAll boolean redirects) {
    ServerShare own = new ServerShare(natural, here);
    List<ServerShare> idle = Collections.nCopies(marked.size(), ServerShare.NONE);
    List<ServerShare> busy = marked.stream().map(each -> new ServerShare(ofDoors, each)).toList();
    if (!new GatewayShare(natural, own, idle).isExceeded(redirects)) {
      assertThat(new GatewayShare(natural, own, busy).isExceeded(redirects)).isFalse();
    }
  }

  @Property
  void moreNaturalOperationsNeverClose(
      @ForAll @DoubleRange(max = 1e6) double natural,
      @ForAll @DoubleRange(max = 1e6) double more,
      @ForAll @DoubleRange(max = 1e6) double marked,
      @ForAll @IntRange(min = 1, max = 31) int doors,
      @ForAll boolean redirects) {
    double[] others = new double[doors];
    Arrays.fill(others, marked);
    if (share(natural, marked, others).isExceeded(redirects)) {
      assertThat(share(natural + more, marked, others).isExceeded(redirects)).isTrue();
      assertThat(share(natural, marked, others).isExceeded(true)).isTrue();
    }
  }
}
