package io.halite.filters.natural;

import static io.halite.filters.natural.StockFilterSamples.b;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.SegmentFilter;
import io.halite.filters.segment.SegmentQuery;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
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
}
