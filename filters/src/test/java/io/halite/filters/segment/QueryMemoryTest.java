package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyRange;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a query keeps in memory beside its conditions. */
class QueryMemoryTest {
  private static final String BRANCHES =
      "@0:1 = A and @1:2 in (AB, CD) or @0:1 = B and @1:2 = EF or @0:1 = C and @3:2 = GH";

  /** How many objects of a class hang on a query, by whatever fields and elements. */
  static long kept(SegmentQuery query, Class<?> type) throws IllegalAccessException {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> open = new ArrayDeque<>();
    open.add(query);
    while (!open.isEmpty()) {
      Object at = open.remove();
      if (seen.add(at)) {
        addNext(at, open);
      }
    }
    return seen.stream().filter(type::isInstance).count();
  }

  private static void addNext(Object at, Deque<Object> open) throws IllegalAccessException {
    if (at instanceof Object[]) {
      for (int i = 0; i < Array.getLength(at); i++) {
        addPresent(Array.get(at, i), open);
      }
    } else if (at instanceof Collection<?> elements) {
      elements.forEach(element -> addPresent(element, open));
    } else if (at instanceof Optional<?> optional) {
      optional.ifPresent(open::add);
    } else if (at instanceof Map<?, ?> map) {
      map.values().forEach(value -> addPresent(value, open));
    } else if (at.getClass().getName().startsWith("io.halite.")) {
      for (Field field : at.getClass().getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          addPresent(field.get(at), open);
        }
      }
    }
  }

  private static void addPresent(Object value, Deque<Object> open) {
    if (value != null) {
      open.add(value);
    }
  }

  @Test
  void queryThatOnlyJudgesRowsHasTheValuesOfItsBranchesOnce() throws Exception {
    SegmentQuery query = SegmentQuery.parse(BRANCHES);
    assertThat(query.matches(new byte[] {'A', 'C', 'D'})).isTrue();
    assertThat(kept(query, BranchTable.class)).isEqualTo(1);
    assertThat(kept(query, MaskedRanges.class)).isEqualTo(3);
    assertThat(kept(query, RangeIndex.class)).as("one index for each segment").isEqualTo(3);
    assertThat(kept(query, SegmentTable.class)).as("tables of single branches").isZero();
    assertThat(kept(query, RangeSet.class)).as("values that the index has, too").isZero();
  }

  @Test
  void queryThatIsAskedForRangesMakesTheTablesOfItsBranchesOnce() throws Exception {
    SegmentQuery query = SegmentQuery.parse(BRANCHES);
    assertThat(query.narrow(KeyRange.all()))
        .isEqualTo(
            KeyRange.of(
                new byte[] {'A', 'A', 'B'}, new byte[] {'C', (byte) 0xFF, (byte) 0xFF, 'G', 'I'}));
    assertThat(query.ranges(KeyRange.all(), 10)).hasSize(4);
    assertThat(kept(query, SegmentTable.class)).isEqualTo(3);
  }

  /** A list of so many values of four bytes, in the text form. */
  private static String list(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(i -> "0x%08X".formatted(2 * i))
        .collect(Collectors.joining(","));
  }

  @Test
  void branchesWithMoreValuesThanAreTakenAreRefused() {
    String branches = "@0:4 in (%s) and @4:1 = A or @0:4 in (%s)";
    assertThatThrownBy(
            () -> SegmentQuery.parse(branches.formatted(list(0, 100_000), list(100_000, 100_000))))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("has more than 200000 values and ranges");
    String most = branches.formatted(list(0, 100_000), list(100_000, 99_999));
    assertThat(SegmentQuery.parse(most).seeker()).isInstanceOf(BranchSeeker.class);
  }
}
