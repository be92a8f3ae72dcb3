package io.halite.filters.natural;

import io.halite.filters.host.FilterReader;
import io.halite.filters.segment.SegmentFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * How to make a user's filter again, as it was before it saw a row.
 *
 * <p>Each leaf is written to bytes once and read from them by its own class, so that a class from a
 * coprocessor's jar is found again. A segment filter is read once: its query may be large, and the
 * filters of all rows share it. A filter that forgets each row at its reset is used again as it is;
 * so is a tree whose filters all do.
 */
final class FilterRecipe {
  private final Making making;
  private final boolean forgets;

  private interface Making {
    Filter make(boolean reversed) throws IOException;
  }

  private FilterRecipe(Making making, boolean forgets) {
    this.making = making;
    this.forgets = forgets;
  }

  /**
   * The recipe of a filter.
   *
   * @throws DoNotRetryIOException if the filter cannot be written, or its class cannot read it
   */
  static FilterRecipe of(Filter filter) throws IOException {
    FilterRecipe recipe;
    if (filter.getClass() == FilterList.class) {
      recipe = ofList((FilterList) filter);
    } else if (filter.getClass() == SkipFilter.class) {
      FilterRecipe inner = of(((SkipFilter) filter).getFilter());
      recipe = new FilterRecipe(r -> new SkipFilter(inner.fresh(r)), inner.forgets);
    } else if (filter.getClass() == WhileMatchFilter.class) {
      FilterRecipe inner = of(((WhileMatchFilter) filter).getFilter());
      recipe = new FilterRecipe(r -> new WhileMatchFilter(inner.fresh(r)), false);
    } else {
      recipe = ofLeaf(filter);
    }
    return recipe.forgets ? new FilterRecipe(r -> filter, true) : recipe;
  }

  private static FilterRecipe ofList(FilterList list) throws IOException {
    List<FilterRecipe> members = new ArrayList<>();
    for (Filter member : list.getFilters()) {
      members.add(of(member));
    }
    Making making =
        reversed -> {
          List<Filter> fresh = new ArrayList<>();
          for (FilterRecipe member : members) {
            fresh.add(member.fresh(reversed));
          }
          return new FilterList(list.getOperator(), fresh);
        };
    return new FilterRecipe(making, members.stream().allMatch(member -> member.forgets));
  }

  private static FilterRecipe ofLeaf(Filter filter) throws IOException {
    if (StockFilters.forgetsRows(filter)) {
      return new FilterRecipe(r -> filter, true);
    }
    Optional<SegmentFilter> segments = segmentFilter(filter);
    return segments.isPresent()
        ? new FilterRecipe(r -> segments.get().onServer(), false)
        : ofWritten(filter);
  }

  private static Optional<SegmentFilter> segmentFilter(Filter filter) throws IOException {
    try {
      return SegmentFilter.recognise(filter);
    } catch (DeserializationException e) {
      throw failed(filter, e);
    }
  }

  private static FilterRecipe ofWritten(Filter filter) throws IOException {
    byte[] bytes = filter.toByteArray();
    FilterReader reader;
    try {
      reader = FilterReader.of(filter);
    } catch (ReflectiveOperationException e) {
      throw failed(filter, e);
    }
    return new FilterRecipe(
        r -> {
          try {
            return HintlessFuzzyFilter.of(reader.read(bytes), r);
          } catch (ReflectiveOperationException e) {
            throw failed(filter, e);
          }
        },
        false);
  }

  private static DoNotRetryIOException failed(Filter filter, Exception cause) {
    return new DoNotRetryIOException(
        "filter "
            + filter.getClass().getName()
            + " cannot be copied: this scan reads rows out of natural order, and needs a new copy"
            + " of the filter for each row; give its class a public static parseFrom(byte[]) that"
            + " reads what its toByteArray() writes",
        cause);
  }

  /** Whether {@link #fresh} gives the same filter every time. */
  boolean forgetsRows() {
    return forgets;
  }

  /** A filter of this direction that has seen no row, or forgets it at its reset. */
  Filter fresh(boolean reversed) throws IOException {
    Filter filter = making.make(reversed);
    // Before it becomes a member of a list, which takes members of one direction only.
    filter.setReversed(reversed);
    return filter;
  }
}
