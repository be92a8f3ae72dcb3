package io.halite.filters.natural;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.junit.jupiter.api.Test;

class DelegatingFilterTest {
  private static final Cell CELL =
      new KeyValue(new byte[] {1}, new byte[] {2}, new byte[] {3}, 4, new byte[] {5});

  /** Notes each call; its answers are not those of FilterBase. */
  public static final class Noting extends FilterBase {
    private final List<String> calls = new ArrayList<>();

    private <T> T note(String call, T answer) {
      calls.add(call);
      return answer;
    }

    @Override
    public void reset() {
      calls.add("reset");
    }

    @Override
    public boolean filterAllRemaining() {
      return note("filterAllRemaining", true);
    }

    @Override
    public boolean filterRowKey(Cell cell) {
      return note("filterRowKey", true);
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      return note("filterCell", ReturnCode.NEXT_COL);
    }

    @Override
    public Cell transformCell(Cell cell) {
      return note("transformCell", CELL);
    }

    @Override
    public Cell getNextCellHint(Cell cell) {
      return note("getNextCellHint", CELL);
    }

    /** As in HBase after 2.6.5. */
    public Cell getHintForRejectedRow(Cell cell) {
      return note("getHintForRejectedRow", CELL);
    }

    /** As in HBase after 2.6.5. */
    public Cell getSkipHint(Cell cell) {
      return note("getSkipHint", CELL);
    }

    @Override
    public void filterRowCells(List<Cell> cells) {
      calls.add("filterRowCells");
    }

    @Override
    public boolean hasFilterRow() {
      return note("hasFilterRow", true);
    }

    @Override
    public boolean filterRow() {
      return note("filterRow", true);
    }

    @Override
    public boolean isFamilyEssential(byte[] name) {
      return note("isFamilyEssential", false);
    }

    @Override
    public void setReversed(boolean reversed) {
      calls.add("setReversed");
    }

    @Override
    public boolean isReversed() {
      return note("isReversed", true);
    }

    @Override
    public String toString() {
      return note("toString", "noting");
    }
  }

  private static DelegatingFilter around(Filter filter) {
    return new DelegatingFilter() {
      @Override
      protected Filter inner() {
        return filter;
      }
    };
  }

  private static Object argument(Class<?> type) {
    return type == Cell.class
        ? CELL
        : type == List.class ? List.of() : type == byte[].class ? new byte[0] : true;
  }

  private static List<Method> handedOn() {
    return Arrays.stream(DelegatingFilter.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .toList();
  }

  @Test
  void eachCallReachesTheOtherFilterOnceAndItsAnswerComesBack() throws Exception {
    for (Method call : handedOn()) {
      Noting inner = new Noting();
      Object[] arguments =
          Arrays.stream(call.getParameterTypes()).map(DelegatingFilterTest::argument).toArray();
      Object answer = call.invoke(around(inner), arguments);
      assertThat(inner.calls).containsExactly(call.getName());
      Method same = Noting.class.getMethod(call.getName(), call.getParameterTypes());
      assertThat(answer).as("%s", call).isEqualTo(same.invoke(inner, arguments));
    }
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }

  private static Stream<Method> overridable(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getDeclaringClass() != Object.class)
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !Modifier.isFinal(method.getModifiers()));
  }

  /** A host never calls the form for arrays of a filter that has the one for cells. */
  @Test
  void everyCallOfTheHostIsHandedOn() {
    Set<String> handedOn =
        handedOn().stream().map(DelegatingFilterTest::signature).collect(Collectors.toSet());
    assertThat(
            overridable(FilterBase.class)
                .filter(method -> !method.isAnnotationPresent(Deprecated.class))
                .map(DelegatingFilterTest::signature)
                .filter(call -> !handedOn.contains(call)))
        .containsExactly("toByteArray[]");
  }
}
