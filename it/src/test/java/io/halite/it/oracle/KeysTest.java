package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the natural keys of a run consist of. */
class KeysTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=user:4 order:6:digits,salt=hash(*) % 16");
  private static final DataKeys DATA = DataKeys.of(SPEC, TechniqueData.USER_ORDERS, new Random(1));
  private static final byte[][] SPLITS = TwinPlans.splits(4, DATA.cuts());

  private static Set<String> readable(List<byte[]> keys) {
    return keys.stream().map(Readable::key).collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void mostAreTheDatasAndTheOthersAreAwkwardOnesInItsForm() {
    OracleSettings settings =
        new OracleSettings(
            4,
            1,
            5,
            30,
            1,
            KeyForm.of(SPEC),
            random -> DATA,
            true,
            Clients.BARE,
            true,
            FamilyForm.USUAL);
    List<byte[]> pool = new Keys(new Random(1), SPLITS, settings, DATA.natural()).pool();
    assertThat(DATA.natural()).hasSizeBetween(pool.size() / 2, pool.size() * 3 / 4);
    assertThat(readable(pool)).containsAll(readable(DATA.natural()));
    assertThat(pool).allSatisfy(key -> SPEC.layout().check(key));
    for (byte[] split : SPLITS) {
      assertThat(readable(pool)).contains(Readable.key(settings.form().fit(split)));
    }
    assertThat(pool.stream().map(key -> key[0] & 0xE0).distinct()).hasSize(8);
  }

  @Test
  void withoutDataTheyAreTheSameForTheSameSeedAndBeginEvenly() {
    OracleSettings settings = new OracleSettings(16, 1, 5, 30, 1, true);
    byte[][] splits = TwinPlans.splits(16, List.of());
    List<byte[]> pool = new Keys(new Random(1), splits, settings, List.of()).pool();
    assertThat(readable(new Keys(new Random(1), splits, settings, List.of()).pool()))
        .isEqualTo(readable(pool));
    assertThat(pool.stream().map(key -> key[0] & 0xFE).distinct()).hasSize(128);
  }
}
