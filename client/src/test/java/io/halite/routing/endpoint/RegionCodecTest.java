package io.halite.routing.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.halite.keys.KeyRange;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RegionCodecTest {
  private static final KeyRange RANGE = KeyRange.of(new byte[] {3}, new byte[] {4, 5});

  @Test
  void factsComeBackAsTheyWere() {
    RegionFacts facts = new RegionFacts("salt=none", "0.1.0", "h,1,2", RANGE, 3, 4, 5, 6, 7);
    assertThat(RegionCodec.decode(RegionCodec.encode(facts))).isEqualTo(facts);
  }

  @Test
  void factsOfAServerComeBackWithAndWithoutARefusal() {
    ServerFacts serving =
        new ServerFacts(
            "h,1,2",
            "0.1.0",
            "",
            "17.0.1",
            "2.6.4",
            List.of("A 1", "B 2"),
            Map.of("k", "v"),
            Optional.empty());
    assertThat(RegionCodec.decode(RegionCodec.encode(serving))).isEqualTo(serving);
    ServerFacts refusing =
        new ServerFacts("h,1,2", "", "5e9c", "17", "2.5", List.of(), Map.of(), Optional.of("why"));
    assertThat(RegionCodec.decode(RegionCodec.encode(refusing))).isEqualTo(refusing);
  }

  @ParameterizedTest
  @EnumSource(Walk.Act.class)
  void walksComeBackAsTheyWere(Walk.Act act) {
    Walk walk =
        RegionCodec.decode(
            RegionCodec.encode(new Walk(-1, act, RANGE, new Walk.Prefix(new byte[] {'A'}))));
    assertThat(walk.fingerprint()).isEqualTo(-1);
    assertThat(walk.act()).isEqualTo(act);
    assertThat(walk.rows()).isEqualTo(RANGE);
    assertThat(walk.time()).isEmpty();
    assertThat(walk.prefix().begins(new byte[] {'A', 'T'})).isTrue();
    assertThat(walk.prefix().begins(new byte[] {'A'})).isTrue();
    assertThat(walk.prefix().begins(new byte[] {'B', 'A'})).isFalse();
    assertThat(walk.prefix().begins(new byte[0])).isFalse();
  }

  @Test
  void theTimeOfItsDeletesGoesWithAWalk() {
    Walk.Prefix prefix = new Walk.Prefix(new byte[0]);
    Walk walk = new Walk(7, Walk.Act.DELETE_PREFIX, KeyRange.all(), prefix, OptionalLong.of(77));
    Walk rest = RegionCodec.decode(RegionCodec.encode(walk.over(RANGE)));
    assertThat(rest.time()).hasValue(77);
    assertThat(rest.rows()).isEqualTo(RANGE);
  }

  @Test
  void aPageComesBackWithAndWithoutWhereToGoOn() {
    WalkPage last =
        new WalkPage(3, 1, List.of("41: wrong"), Optional.empty(), OptionalLong.empty());
    WalkPage page = RegionCodec.decode(RegionCodec.encode(last));
    assertThat(page.rows()).isEqualTo(3);
    assertThat(page.wrong()).isEqualTo(1);
    assertThat(page.examples()).containsExactly("41: wrong");
    assertThat(page.next()).isEmpty();
    assertThat(page.time()).isEmpty();
    WalkPage more = new WalkPage(0, 0, List.of(), Optional.of(new byte[] {9}), OptionalLong.of(77));
    assertThat(RegionCodec.decode(RegionCodec.encode(more)).next())
        .hasValueSatisfying(next -> assertThat(next).containsExactly(9));
    assertThat(RegionCodec.decode(RegionCodec.encode(more)).time()).hasValue(77);
  }

  @Test
  void imagesAndThePositionsOfTheVacantOnesComeBackAsTheyWere() {
    List<KeyRange> images = List.of(RANGE, KeyRange.all());
    assertThat(RegionCodec.decode(RegionCodec.encode(7, images))).isEqualTo(images);
    assertThat(RegionCodec.encode(7, images).getFingerprint()).isEqualTo(7);
    BitSet vacant = BitSet.valueOf(new long[] {0b1010_0001});
    assertThat(RegionCodec.decode(RegionCodec.encode(vacant))).isEqualTo(vacant);
    assertThat(RegionCodec.decode(RegionCodec.encode(new BitSet()))).isEqualTo(new BitSet());
  }

  @Test
  void aTicketAndTheRestOfItsScanComeBackAsTheyWere() {
    assertThat(RegionCodec.encode(-7).getTicket()).isEqualTo(-7);
    assertThat(RegionCodec.decode(RegionCodec.encode(Optional.of(new byte[] {1, 2}))))
        .hasValueSatisfying(rest -> assertThat(rest).containsExactly(1, 2));
    assertThat(RegionCodec.decode(RegionCodec.encode(Optional.<byte[]>empty()))).isEmpty();
  }

  @Test
  void moreRangesThanARequestMayHaveAreRefusedBeforeTheyAreRead() {
    List<KeyRange> most = Collections.nCopies(RegionCodec.MOST_RANGES, RANGE);
    assertThat(RegionCodec.decode(RegionCodec.encode(most, 1))).hasSize(RegionCodec.MOST_RANGES);
    List<KeyRange> more = Collections.nCopies(RegionCodec.MOST_RANGES + 1, RANGE);
    for (ThrowingCallable decode :
        List.<ThrowingCallable>of(
            () -> RegionCodec.decode(RegionCodec.encode(more, 1)),
            () -> RegionCodec.decode(RegionCodec.encode(1, more)))) {
      assertThatIllegalArgumentException()
          .isThrownBy(decode)
          .withMessage("a request with 16385 ranges of rows: it may have 16384 at most");
    }
  }
}
