package io.halite.filters.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Runs a filter over rows in memory, calling it in the order and with the leeway of a region
 * server: row by row, store by store, cell by cell, following its codes and hints.
 *
 * <p>Example: {@code FilterHarness.over(cells).reversed().form(OFF_HEAP).run(filter)}. Immutable;
 * each setting gives a new harness.
 */
public final class FilterHarness {
  private final List<KeyValue> cells;
  private final HostSettings settings;

  private FilterHarness(List<KeyValue> cells, HostSettings settings) {
    this.cells = cells;
    this.settings = settings;
  }

  /** A harness over these cells, in any order; forward, one version, no limits, heap cells. */
  public static FilterHarness over(Collection<KeyValue> cells) {
    List<KeyValue> sorted = new ArrayList<>(cells);
    sorted.sort(CellComparator.getInstance());
    return new FilterHarness(
        List.copyOf(sorted),
        new HostSettings(false, 1, 1, Integer.MAX_VALUE, CellForm.HEAP, Long.MAX_VALUE, false));
  }

  /** Rows in descending order. */
  public FilterHarness reversed() {
    HostSettings s = settings;
    return with(true, s.familyVersions(), s.scanVersions(), s.limit(), s.form());
  }

  /** As many versions of a column kept by the families, and as many wanted by the scan. */
  public FilterHarness versions(int family, int scan) {
    return with(settings.reversed(), family, scan, settings.limit(), settings.form());
  }

  /** Results cut within a row after this many cells, where the filter does not need whole rows. */
  public FilterHarness limit(int limit) {
    HostSettings s = settings;
    return with(s.reversed(), s.familyVersions(), s.scanVersions(), limit, s.form());
  }

  /** Cells whose bytes lie elsewhere. */
  public FilterHarness form(CellForm form) {
    HostSettings s = settings;
    return with(s.reversed(), s.familyVersions(), s.scanVersions(), s.limit(), form);
  }

  private FilterHarness with(
      boolean reversed, int familyVersions, int scanVersions, int limit, CellForm form) {
    return new FilterHarness(
        cells,
        new HostSettings(
            reversed,
            familyVersions,
            scanVersions,
            limit,
            form,
            settings.beforeTime(),
            settings.newer()));
  }

  /** A scan of cells before a time alone. */
  public FilterHarness before(long time) {
    return host(time, settings.newer());
  }

  /** A release that asks for hints about rows and cells that it did not show to the filter. */
  public FilterHarness newer() {
    return host(settings.beforeTime(), true);
  }

  private FilterHarness host(long beforeTime, boolean newer) {
    HostSettings s = settings;
    return new FilterHarness(
        cells,
        new HostSettings(
            s.reversed(),
            s.familyVersions(),
            s.scanVersions(),
            s.limit(),
            s.form(),
            beforeTime,
            newer));
  }

  /** Makes the filter of each region scanner anew, as a server does from its bytes. */
  public interface FilterSource {
    /** A filter as it was at the beginning. */
    Filter make() throws IOException;
  }

  /** One scanner from the first row to the last. */
  public FilterRun run(Filter filter) throws IOException {
    filter.setReversed(settings.reversed());
    List<KeyValue> hints = new ArrayList<>();
    HostScanner scanner = scanner(filter, hints, null);
    List<List<KeyValue>> rows = new ArrayList<>();
    List<KeyValue> row = new ArrayList<>();
    boolean more = true;
    while (more) {
      more = scanner.next(row);
      if (!scanner.midRow() && !row.isEmpty()) {
        rows.add(row);
        row = new ArrayList<>();
      }
    }
    return new FilterRun(rows, hints, scanner.cellsRead());
  }

  /** A new scanner with a new filter after every row, as after moves and splits. */
  public FilterRun runReopened(FilterSource source) throws IOException {
    List<KeyValue> hints = new ArrayList<>();
    List<List<KeyValue>> rows = new ArrayList<>();
    int cellsRead = 0;
    byte[] last = null;
    while (true) {
      Filter filter = source.make();
      filter.setReversed(settings.reversed());
      HostScanner scanner = scanner(filter, hints, last);
      List<KeyValue> row = new ArrayList<>();
      boolean more = true;
      while (more && (row.isEmpty() || scanner.midRow())) {
        more = scanner.next(row);
      }
      cellsRead += scanner.cellsRead();
      if (row.isEmpty()) {
        return new FilterRun(rows, hints, cellsRead);
      }
      rows.add(row);
      last = CellUtil.cloneRow(row.get(0));
    }
  }

  private HostScanner scanner(Filter filter, List<KeyValue> hints, byte[] after) {
    Map<byte[], List<KeyValue>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (List<KeyValue> row : rowsInOrder()) {
      byte[] key = CellUtil.cloneRow(row.get(0));
      int order = after == null ? 1 : Arrays.compareUnsigned(key, after);
      if (settings.reversed() && after != null ? order >= 0 : order <= 0) {
        continue;
      }
      for (KeyValue cell : row) {
        families.computeIfAbsent(CellUtil.cloneFamily(cell), family -> new ArrayList<>()).add(cell);
      }
    }
    List<HostStore> stores = new ArrayList<>();
    families.values().forEach(s -> stores.add(new HostStore(s, settings, filter, hints)));
    return new HostScanner(stores, settings, filter);
  }

  private List<List<KeyValue>> rowsInOrder() {
    Map<String, List<KeyValue>> byRow = new LinkedHashMap<>();
    for (KeyValue cell : cells) {
      byRow
          .computeIfAbsent(Bytes.toStringBinary(CellUtil.cloneRow(cell)), row -> new ArrayList<>())
          .add(cell);
    }
    List<List<KeyValue>> rows = new ArrayList<>(byRow.values());
    if (settings.reversed()) {
      rows.sort(
          Comparator.comparing(
              (List<KeyValue> row) -> row.get(0), CellComparator.getInstance().reversed()));
    }
    return rows;
  }
}
