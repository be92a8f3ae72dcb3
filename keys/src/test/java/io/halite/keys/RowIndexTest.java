package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowIndexTest {
  private static final String SPEC =
      "key=shop:4 order:6:digits,salt=hash(shop) % 16,index=byOrder(order) byBoth(order shop)"
          + " byBuyer(f:buyer) byShop(shop f:buyer)";
  private static final String KEY = "SHOP000042";

  private final SaltingSpec spec = SaltingSpec.parse(SPEC);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private RowIndex index(String name) {
    return spec.index(name).orElseThrow();
  }

  @Test
  void anIndexIsKnownByItsWholeName() {
    assertThat(spec.index("byOrder")).contains(spec.indexes().get(0));
    assertThat(spec.index("byorder")).isEmpty();
    assertThat(spec.index("by")).isEmpty();
  }

  @Test
  void specPrintsItsIndexesAndHasAnotherFingerprintThanOneWithout() {
    assertThat(spec).hasToString(SPEC);
    assertThat(SaltingSpec.parse(spec.toString())).isEqualTo(spec);
    SaltingSpec without = SaltingSpec.parse(SPEC.substring(0, SPEC.indexOf(",index")));
    assertThat(without.indexes()).isEmpty();
    assertThat(without.fingerprint()).isNotEqualTo(spec.fingerprint());
    assertThat(without.storesAs(spec)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "byOrder, 000042SHOP000042, 6",
    "byBoth, 000042SHOPSHOP000042, 10",
    "byBuyer, annSHOP000042, 3",
    "byShop, SHOPannSHOP000042, 7"
  })
  void entryIsTheValuesAndTheNaturalKey(String name, String row, int width) {
    IndexEntry entry = index(name).entry(bytes(KEY), bytes("ann"));
    assertThat(entry.row()).isEqualTo(bytes(row));
    assertThat(entry.width()).isEqualTo(width);
    assertThat(entry.naturalKey()).isEqualTo(bytes(KEY));
    assertThat(entry)
        .isEqualTo(IndexEntry.of(bytes(row), width))
        .hasToString(KeyBytes.readable(bytes(row), width));
  }

  @Test
  void entriesOfTheSameBytesDifferByTheWidthOfTheirValues() {
    assertThat(IndexEntry.of(bytes("ABC"), 1)).isNotEqualTo(IndexEntry.of(bytes("ABC"), 2));
  }

  @ParameterizedTest
  @CsvSource({
    "byOrder, 000042, true",
    "byOrder, 000043, false",
    "byBoth, 000042, true",
    "byBoth, 000042SHOP, true",
    "byBuyer, ann, true",
    "byBuyer, an, false",
    "byBuyer, anna, false",
    "byShop, SHOP, true",
    "byShop, SHOPann, true",
    "byShop, SHOPan, false"
  })
  void entryAnswersWholeValuesOrLeadingOnes(String name, String asked, boolean answers) {
    RowIndex index = index(name);
    index.checkAsked(bytes(asked));
    assertThat(index.answers(bytes(asked), index.entry(bytes(KEY), bytes("ann"))))
        .isEqualTo(answers);
  }

  @ParameterizedTest
  @CsvSource({
    "byOrder, 00004, 6 expected",
    "byOrder, 0000422, 6 expected",
    "byBoth, 000042SHO, 6 or 10 expected",
    "byShop, SHO, 4 or more than 4 expected"
  })
  void bytesThatEndInsideOfAValueAreRefused(String name, String asked, String rule) {
    assertThatThrownBy(() -> index(name).checkAsked(bytes(asked)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(rule)
        .hasMessageContaining(asked.length() + " bytes given");
  }

  @Test
  void nothingIsNoValue() {
    assertThatThrownBy(() -> index("byBuyer").checkAsked(new byte[0]))
        .hasMessageContaining("0 bytes given, more than 0 expected");
  }

  @Test
  void entryThatHBaseCouldNotKeepIsRefused() {
    assertThatThrownBy(() -> index("byBuyer").entry(bytes(KEY), new byte[32_758]))
        .isInstanceOf(RowKeyException.class)
        .hasMessageContaining("32768 bytes given, 32758 of values and 10 of natural key");
    assertThat(index("byBuyer").entry(bytes(KEY), new byte[32_757]).width()).isEqualTo(32_757);
  }

  @Test
  void keyThatDoesNotFitHasNoEntry() {
    assertThatThrownBy(() -> index("byOrder").entry(bytes("SHOP"), new byte[0]))
        .isInstanceOf(RowKeyException.class)
        .hasMessageContaining("'order'");
  }

  @ParameterizedTest
  @CsvSource({"3, no key behind the values", "4, values beyond the end", "-1, less than nothing"})
  void keptEntryThatHoldsNoNaturalKeyIsRefused(int width) {
    assertThatThrownBy(() -> IndexEntry.of(bytes("ABC"), width))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one byte of natural key must follow the values");
  }
}
