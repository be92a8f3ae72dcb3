package io.halite.filters.host;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * The hints of a filter that only HBase releases after 2.6.5 ask for (HBASE-29974): for a row that
 * it rejected, and for a cell that the scan itself skipped. Older releases do not declare these
 * methods, so they are found by name. A filter without them gives no hint. Thread-safe, unless the
 * filter is not.
 */
public final class NewerHints {
  private static final ClassValue<Optional<Method>> OF_ROWS = method("getHintForRejectedRow");
  private static final ClassValue<Optional<Method>> OF_CELLS = method("getSkipHint");

  private final Filter filter;

  /** The hints of a filter. */
  public NewerHints(Filter filter) {
    this.filter = filter;
  }

  private static ClassValue<Optional<Method>> method(String name) {
    return new ClassValue<>() {
      @Override
      protected Optional<Method> computeValue(Class<?> type) {
        try {
          Method method = type.getMethod(name, Cell.class);
          return method.trySetAccessible() ? Optional.of(method) : Optional.empty();
        } catch (NoSuchMethodException olderHost) {
          return Optional.empty();
        }
      }
    };
  }

  /** Where to seek after a row that {@code filterRowKey} rejected; null for nowhere. */
  public @Nullable Cell forRejectedRow(Cell firstRowCell) throws IOException {
    return call(OF_ROWS.get(filter.getClass()), firstRowCell);
  }

  /** Where to seek after a cell that the filter was not shown; null for nowhere. */
  public @Nullable Cell forSkippedCell(Cell skippedCell) throws IOException {
    return call(OF_CELLS.get(filter.getClass()), skippedCell);
  }

  private @Nullable Cell call(Optional<Method> method, Cell cell) throws IOException {
    if (method.isEmpty()) {
      return null;
    }
    try {
      return (Cell) method.get().invoke(filter, cell);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("an accessible method is not accessible", e);
    }
  }
}
