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

  @Test
  void indexWithASaltPrintsBackAndLeavesOtherIndexesAsTheyWere() {
    String line =
        "key=shop:4 order:6:digits,salt=hash(shop) % 16,index=byOrder(order) % 16 byBuyer(f:buyer)";
    SaltingSpec salted = SaltingSpec.parse(line);
    assertThat(salted).hasToString(line);
    RowIndex byOrder = salted.index("byOrder").orElseThrow();
    assertThat(byOrder).hasToString("byOrder(order) % 16").isNotEqualTo(index("byOrder"));
    assertThat(byOrder.buckets()).isEqualTo(16);
    assertThat(byOrder.splitPoints()).hasSize(15);
    assertThat(salted.index("byBuyer").orElseThrow()).isEqualTo(index("byBuyer"));
    assertThat(index("byBuyer").buckets()).isEqualTo(1);
    assertThat(index("byBuyer").splitPoints()).isEmpty();
    IndexEntry entry = index("byBuyer").entry(bytes(KEY), bytes("ann"));
    assertThat(index("byBuyer").storedRow(entry)).isEqualTo(entry.row());
  }

  @Test
  void bucketOfAnEntryIsTheHashOfItsFirstValue() {
    RowIndex byBoth = salted("byBoth(order shop) % 16");
    IndexEntry entry = byBoth.entry(bytes(KEY), new byte[0]);
    byte bucket = (byte) Integer.remainderUnsigned(Murmur3.hash(bytes("000042"), 0, 6), 16);
    assertThat(byBoth.storedRow(entry))
        .isEqualTo(KeyBytes.concat(new byte[] {bucket}, entry.row()));
    RowIndex byBuyer = salted("byBuyer(f:buyer) % 16");
    IndexEntry ofBuyer = byBuyer.entry(bytes(KEY), bytes("ann"));
    assertThat(byBuyer.storedRow(ofBuyer)[0])
        .isEqualTo((byte) Integer.remainderUnsigned(Murmur3.hash(bytes("ann"), 0, 3), 16));
  }

  private static RowIndex salted(String index) {
    return SaltingSpec.parse("key=shop:4 order:6:digits,salt=hash(shop) % 16,index=" + index)
        .indexes()
        .get(0);
  }

  @Test
  void rowOfAnotherSaltIsNoEntry() {
    RowIndex byOrder = salted("byOrder(order) % 16");
    IndexEntry entry = byOrder.entry(bytes(KEY), new byte[0]);
    byte[] row = byOrder.storedRow(entry);
    assertThat(byOrder.storedEntry(row, 6)).contains(entry);
    assertThat(byOrder.storedEntry(entry.row(), 6)).isEmpty();
    assertThat(byOrder.storedEntry(row, row.length - 1)).isEmpty();
    assertThat(byOrder.storedEntry(new byte[] {1}, 0)).isEmpty();
    row[0] ^= 1;
    assertThat(byOrder.storedEntry(row, 6)).isEmpty();
    assertThat(index("byOrder").storedEntry(entry.row(), 6)).contains(entry);
  }

  @Test
  void entryBehindABucketMayHaveAByteLess() {
    RowIndex byBuyer = salted("byBuyer(f:buyer) % 2");
    assertThat(byBuyer.storedRow(byBuyer.entry(bytes(KEY), new byte[32_756]))).hasSize(32_767);
    assertThatThrownBy(() -> byBuyer.entry(bytes(KEY), new byte[32_757]))
        .hasMessageContaining("at most 32766 expected");
  }

  @ParameterizedTest
  @CsvSource({"1", "257", "016", "99999999999999999999"})
  void bucketsOfAnIndexAreAsManyAsAByteHas(String buckets) {
    assertThatThrownBy(() -> salted("byOrder(order) % " + buckets))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(
            "index 'byOrder' has %% %s, which is not a number of buckets, 2 to 256"
                .formatted(buckets));
  }

  @ParameterizedTest
  @CsvSource({
    "byOrder(order)% 16",
    "byOrder(order) %16",
    "byOrder(order) % x",
    "'byOrder(order) % 16 '",
    "% 16"
  })
  void anythingElseBehindAnIndexIsRefused(String index) {
    assertThatThrownBy(() -> salted(index))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("indexes have one space between them");
  }
}
