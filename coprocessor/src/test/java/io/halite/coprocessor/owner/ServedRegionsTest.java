package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class ServedRegionsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final SaltedTable SALTED =
      new SaltedTable(TABLE, SaltingSpec.parse("key=row:*,salt=hash(*) % 16"));

  /** A region of one bucket; it looks at each image that it is given. */
  private record Bucket(int bucket, long fingerprint, Set<Integer> occupied, List<Integer> looks)
      implements ServedRegions.Served {
    @Override
    public KeyRange rows() {
      return KeyRange.prefix(new byte[] {(byte) bucket});
    }

    @Override
    public boolean isVacant(KeyRange part) throws IOException {
      looks.add(bucket);
      if (bucket == 99) {
        throw new IOException("refused");
      }
      return !occupied.contains(bucket);
    }
  }

  private final List<Integer> looks = new ArrayList<>();

  private ServedRegions serving(Set<Integer> occupied, int... buckets) {
    ServedRegions served = new ServedRegions();
    for (int bucket : buckets) {
      served.entered(SALTED, new Bucket(bucket, 7, occupied, looks));
    }
    return served;
  }

  private static KeyRange image(int bucket) {
    return KeyRange.of(new byte[] {(byte) bucket, 'A'}, new byte[] {(byte) bucket, 'B'});
  }

  private static List<KeyRange> images(int count) {
    return IntStream.range(0, count).mapToObj(ServedRegionsTest::image).toList();
  }

  private static BitSet positions(int... positions) {
    BitSet set = new BitSet();
    IntStream.of(positions).forEach(set::set);
    return set;
  }

  @Test
  void anImageIsVacantIfARegionOfThisServerStoresNoCellInIt() {
    ServedRegions.Look look = serving(Set.of(1), 0, 1, 3).look(TABLE, 7, images(4));
    assertThat(look.here()).isEqualTo(positions(0, 1, 3));
    assertThat(look.vacant()).isEqualTo(positions(0, 3));
    assertThat(look.ended()).isFalse();
  }

  @Test
  void anImageOfManyRegionsIsNeverVacant() {
    List<KeyRange> wide = List.of(KeyRange.of(new byte[] {0, 'A'}, new byte[] {1, 'B'}));
    assertThat(serving(Set.of(), 0, 1).look(TABLE, 7, wide).here()).isEqualTo(positions());
    assertThat(serving(Set.of(), 0, 1).look(TABLE, 7, List.of(KeyRange.all())).vacant())
        .isEqualTo(positions());
  }

  @Test
  void aRegionUnderAnotherSpecOrOfAnotherTableIsNotLookedAt() {
    ServedRegions served = serving(Set.of(), 0);
    assertThat(served.look(TABLE, 8, images(1)).here()).isEqualTo(positions());
    assertThat(served.look(TableName.valueOf("u"), 7, images(1)).here()).isEqualTo(positions());
    assertThat(looks).isEmpty();
  }

  @Test
  void aRegionThatRefusesMayHoldRows() {
    ServedRegions.Look look = serving(Set.of(), 99).look(TABLE, 7, List.of(image(99)));
    assertThat(look.here()).isEqualTo(positions(0));
    assertThat(look.vacant()).isEqualTo(positions());
  }

  @Test
  void aRegionThatLeavesIsNotLookedAtEvenIfAnotherEnteredInItsPlaceBefore() {
    ServedRegions served = new ServedRegions();
    Bucket old = new Bucket(0, 7, Set.of(), looks);
    Bucket next = new Bucket(0, 7, Set.of(0), looks);
    served.entered(SALTED, old);
    served.entered(SALTED, next);
    assertThat(served.tables()).containsExactly(SALTED);
    served.left(TABLE, old);
    assertThat(served.tables()).containsExactly(SALTED);
    assertThat(served.look(TABLE, 7, images(1)).here()).isEqualTo(positions(0));
    served.left(TABLE, next);
    served.left(TABLE, next);
    assertThat(served.look(TABLE, 7, images(1)).here()).isEqualTo(positions());
    assertThat(served.tables()).isEmpty();
  }

  @Test
  void aLookEndsWhenMostImagesHoldRows() {
    int[] all = IntStream.range(0, 16).toArray();
    ServedRegions.Look look = serving(Set.of(1, 2, 3, 4, 5, 6), all).look(TABLE, 7, images(16));
    assertThat(look.ended()).isTrue();
    assertThat(looks).containsExactly(0, 1, 2, 3, 4);
    assertThat(look.vacant()).isEqualTo(positions(0));
  }
}
