package io.halite.filters.natural;

import static io.halite.filters.natural.StockFilterSamples.b;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.SegmentFilter;
import io.halite.filters.segment.SegmentQuery;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.junit.jupiter.api.Test;

class FilterRecipeTest {
  private static SegmentFilter member(Filter list) {
    return (SegmentFilter) ((FilterList) list).getFilters().get(0);
  }

  @Test
  void rowsShareTheQueryOfASegmentFilterThatIsReadOnce() throws IOException {
    SegmentFilter sent = SegmentFilter.where("@0:1 in (a, c) or @1:1 = b and @2:1 = a");
    for (SegmentFilter filter : List.of(sent, sent.onServer(), sent.alwaysSeeking())) {
      FilterRecipe recipe = FilterRecipe.of(new FilterList(filter, new PrefixFilter(b("a"))));
      assertThat(recipe.forgetsRows()).isFalse();
      Set<SegmentQuery> queries = Collections.newSetFromMap(new IdentityHashMap<>());
      Set<Filter> filters = Collections.newSetFromMap(new IdentityHashMap<>());
      for (int row = 0; row < 100; row++) {
        SegmentFilter fresh = member(recipe.fresh(row % 2 == 0));
        assertThat(fresh).isEqualTo(filter).hasSameClassAs(sent.onServer());
        queries.add(fresh.query());
        filters.add(fresh);
      }
      assertThat(filters.size()).as("filters, one for each row").isEqualTo(100);
      assertThat(queries.size()).as("queries that were read from bytes").isEqualTo(1);
    }
  }

  private static Filter made(String name, Object... arguments) throws ReflectiveOperationException {
    Constructor<?> constructor =
        Stream.of(Class.forName("org.apache.hadoop.hbase.security." + name))
            .flatMap(type -> Stream.of(type.getDeclaredConstructors()))
            .filter(one -> one.getParameterCount() == arguments.length)
            .findFirst()
            .orElseThrow();
    constructor.setAccessible(true);
    return (Filter) constructor.newInstance(arguments);
  }

  /** They hold what only their server knows, so that none of them can be written. */
  @Test
  void filtersOfOtherCoprocessorsServeAllRows() throws Exception {
    TableName table = TableName.META_TABLE_NAME;
    for (Filter rights :
        List.of(
            made("access.AccessControlFilter", null, null, table, null, Map.of()),
            made("visibility.VisibilityLabelFilter", null, Map.of()))) {
      assertThat(FilterRecipe.of(rights).fresh(false)).isSameAs(rights);
      FilterRecipe recipe = FilterRecipe.of(new FilterList(rights, new PrefixFilter(b("a"))));
      assertThat(recipe.forgetsRows()).as("the prefix filter does not").isFalse();
      FilterList one = (FilterList) recipe.fresh(true);
      FilterList other = (FilterList) recipe.fresh(true);
      assertThat(one.getFilters().get(0)).isSameAs(rights);
      assertThat(other.getFilters().get(0)).isSameAs(rights);
      assertThat(one.getFilters().get(1)).isNotSameAs(other.getFilters().get(1));
    }
  }
}
