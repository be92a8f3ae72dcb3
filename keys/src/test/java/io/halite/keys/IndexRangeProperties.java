package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Laws of {@link IndexRange} over drawn rows, bounds and indexes. */
class IndexRangeProperties {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse(
          "key=a:2 b:2 rest:*,salt=hash(a) % 4,index=byB(b a) byRest(rest) byBRest(b rest)"
              + " byC(f:c) byAC(a f:c)");

  /** A row: its segments a and b, the rest of its key, and its column. */
  record Row(byte[] a, byte[] b, byte[] rest, byte[] column) {
    byte[] key() {
      return KeyBytes.concat(KeyBytes.concat(a, b), rest);
    }

    /** The values of an index, by its name. */
    List<byte[]> values(RowIndex index) {
      return switch (index.name()) {
        case "byB" -> List.of(b, a);
        case "byRest" -> List.of(rest);
        case "byBRest" -> List.of(b, rest);
        case "byC" -> List.of(column);
        default -> List.of(a, column);
      };
    }
  }

  /** What is asked: an index, a row with the leading values, how many of them, and the bounds. */
  record Asked(RowIndex index, Row like, int whole, byte[] from, byte[] to) {
    byte[] leading() {
      return like.values(index).stream()
          .limit(leadingCount())
          .reduce(new byte[0], KeyBytes::concat);
    }

    int leadingCount() {
      return whole % like.values(index).size();
    }

    IndexRange range() {
      return IndexRange.of(index, leading(), from, to);
    }

    boolean isPossible() {
      boolean open = from.length == 0 && to.length == 0;
      boolean zero = to.length > 0 && KeyBytes.compare(new byte[2], to) >= 0 && isFixed();
      byte[] padded = isFixed() && to.length > 0 ? Arrays.copyOf(to, 2) : to;
      byte[] first = isFixed() ? Arrays.copyOf(from, 2) : from;
      return !open
          && !zero
          && (to.length == 0 || KeyBytes.compare(first, padded) < 0)
          && (!isFixed() || (from.length <= 2 && to.length <= 2));
    }

    private boolean isFixed() {
      return index.name().equals("byB")
          || (index.name().equals("byBRest") && leadingCount() == 0)
          || (index.name().equals("byAC") && leadingCount() == 0);
    }

    /** By the definition: the leading values are these, and the next is within the bounds. */
    boolean wants(Row row) {
      List<byte[]> values = row.values(index);
      for (int i = 0; i < leadingCount(); i++) {
        if (!Arrays.equals(values.get(i), like.values(index).get(i))) {
          return false;
        }
      }
      byte[] value = values.get(leadingCount());
      return value.length > 0
          && KeyBytes.compare(value, isFixed() ? Arrays.copyOf(from, 2) : from) >= 0
          && (to.length == 0 || KeyBytes.compare(value, isFixed() ? Arrays.copyOf(to, 2) : to) < 0);
    }
  }

  private static Arbitrary<byte[]> bytes(int least, int most) {
    return Arbitraries.of((byte) 0, (byte) 'A', (byte) 'B', (byte) 0xFF)
        .array(byte[].class)
        .ofMinSize(least)
        .ofMaxSize(most);
  }

  @Provide
  Arbitrary<List<Row>> rows() {
    return row().list().ofMinSize(1).ofMaxSize(30);
  }

  private static Arbitrary<Row> row() {
    return Combinators.combine(bytes(2, 2), bytes(2, 2), bytes(0, 3), bytes(0, 3)).as(Row::new);
  }

  @Provide
  Arbitrary<Asked> asked() {
    return Combinators.combine(
            Arbitraries.of(SPEC.indexes()),
            row(),
            Arbitraries.integers().between(0, 1),
            bytes(0, 3),
            bytes(0, 3))
        .as(Asked::new);
  }

  @Property
  void rowsWithinTheRangeAreThoseOfTheDefinition(
      @ForAll("rows") List<Row> rows, @ForAll("asked") Asked asked) {
    Assume.that(asked.isPossible());
    IndexRange range = asked.range();
    List<String> found = new ArrayList<>();
    List<String> wanted = new ArrayList<>();
    for (Row row : rows) {
      IndexEntry entry = asked.index().entry(row.key(), row.column());
      if (range.entries().contains(entry.row()) && range.answers(entry)) {
        found.add(entry.toString());
      }
      if (asked.wants(row)) {
        wanted.add(entry.toString());
      }
    }
    assertThat(found).isEqualTo(wanted);
  }

  @Property
  void rangePrintsWhatReadsAsTheSameRange(@ForAll("asked") Asked asked) {
    Assume.that(asked.isPossible());
    IndexRange range = asked.range();
    assertThat(range.toString()).startsWith(asked.index().name() + ":");
    assertThat(parsed(range)).isEqualTo(range);
  }

  @Property
  void imagesHoldTheEntriesOfTheRangeAndWholeFirstValuesHaveOne(
      @ForAll("rows") List<Row> rows, @ForAll("asked") Asked asked) {
    Assume.that(asked.isPossible());
    RowIndex salted =
        SaltingSpec.parse("key=a:2 b:2 rest:*,salt=hash(a) % 4,index=" + asked.index() + " % 16")
            .indexes()
            .get(0);
    IndexRange range = IndexRange.of(salted, asked.leading(), asked.from(), asked.to());
    assertThat(asked.range().images()).containsExactly(asked.range().entries());
    assertThat(range.images()).hasSize(asked.leadingCount() > 0 ? 1 : 16);
    for (Row row : rows) {
      IndexEntry entry = salted.entry(row.key(), row.column());
      long images =
          range.images().stream().filter(image -> image.contains(salted.storedRow(entry))).count();
      if (range.answers(entry)) {
        assertThat(images).isEqualTo(1);
      }
      if (asked.leadingCount() == 0) {
        assertThat(images).isEqualTo(range.entries().contains(entry.row()) ? 1 : 0);
      }
    }
  }

  @Property
  void wholeValuesAreLookedUpInOneBucket(
      @ForAll("rows") List<Row> rows, @ForAll("asked") Asked asked) {
    RowIndex salted =
        SaltingSpec.parse("key=a:2 b:2 rest:*,salt=hash(a) % 4,index=" + asked.index() + " % 16")
            .indexes()
            .get(0);
    for (Row row : rows) {
      byte[] values = row.values(salted).stream().reduce(new byte[0], KeyBytes::concat);
      Assume.that(row.values(salted).stream().allMatch(value -> value.length > 0));
      IndexRange range = IndexRange.values(salted, values);
      IndexEntry entry = salted.entry(row.key(), row.column());
      assertThat(range.images()).hasSize(1);
      assertThat(range.images().get(0).contains(salted.storedRow(entry))).isTrue();
      assertThat(range.answers(entry)).isTrue();
      assertThat(salted.storedEntry(salted.storedRow(entry), entry.width())).contains(entry);
    }
  }

  private static final SaltingSpec NUMBERS =
      SaltingSpec.parse(
          "key=a:2 n:4:int t:8:long rest:*,salt=hash(a) % 4,index=byN(n) byT(t) byAN(a n)"
              + " byAT(a t)");

  /** All rows are meant, with all values from 0 on; a bound of fewer bytes says the same. */
  @Property
  void rangeOfNumbersFromTheSmallestOnHoldsAllOfThem(
      @ForAll("rows") List<Row> rows, @ForAll @IntRange(min = 1, max = 4) int zeros) {
    byte[] a = rows.get(0).a;
    for (RowIndex index : NUMBERS.indexes()) {
      boolean whole = index.toString().contains("(a");
      byte[] leading = whole ? a : new byte[0];
      IndexRange range = IndexRange.of(index, leading, new byte[zeros], new byte[0]);
      assertThat(range)
          .isEqualTo(IndexRange.parse(index, leading, "[0, )"))
          .isEqualTo(parsed(range))
          .hasSameHashCodeAs(parsed(range));
      for (Row row : rows) {
        byte[] key = KeyBytes.concat(KeyBytes.concat(row.a, numbers(row)), row.rest);
        IndexEntry entry = index.entry(key, new byte[0]);
        boolean wanted = !whole || Arrays.equals(a, row.a);
        assertThat(range.entries().contains(entry.row())).isEqualTo(wanted);
        assertThat(range.answers(entry)).isEqualTo(wanted);
      }
    }
  }

  private static byte[] numbers(Row row) {
    return Arrays.copyOf(KeyBytes.concat(row.b, row.column), 12);
  }

  private static IndexRange parsed(IndexRange range) {
    String text = range.toString();
    return IndexRange.parse(range.index(), new byte[0], text.substring(text.indexOf(':') + 1));
  }
}
