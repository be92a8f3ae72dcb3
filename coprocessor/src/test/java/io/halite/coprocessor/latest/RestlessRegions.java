package io.halite.coprocessor.latest;

import io.halite.client.latest.LatestRegions;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Regions that answer as an endpoint does, split and merged anew before every call. */
final class RestlessRegions implements LatestRegions {
  private final StoredRows table;
  private final Random random;
  private final boolean interrupts;
  private final List<byte[]> fixed;
  int calls;

  RestlessRegions(StoredRows table, Random random, boolean interrupts) {
    this(table, random, interrupts, List.of());
  }

  private RestlessRegions(StoredRows table, Random random, boolean interrupts, List<byte[]> fixed) {
    this.table = table;
    this.random = random;
    this.interrupts = interrupts;
    this.fixed = fixed;
  }

  /** Regions that stay as they are. */
  static RestlessRegions at(StoredRows table, List<byte[]> starts) {
    return new RestlessRegions(table, new Random(1), false, starts);
  }

  private List<byte[]> borders() {
    if (!fixed.isEmpty()) {
      return fixed;
    }
    TreeSet<byte[]> borders = new TreeSet<>(KeyBytes::compare);
    borders.add(new byte[0]);
    List<byte[]> rows = new ArrayList<>(table.rows().keySet());
    for (int i = random.nextInt(5); i > 0 && !rows.isEmpty(); i--) {
      byte[] row = rows.get(random.nextInt(rows.size()));
      borders.add(random.nextBoolean() ? row : KeyBytes.next(row));
    }
    return List.copyOf(borders);
  }

  @Override
  public CompletableFuture<List<byte[]>> starts() {
    return CompletableFuture.completedFuture(borders());
  }

  @Override
  public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
    calls++;
    byte[] stop = new byte[0];
    for (byte[] border : borders()) {
      if (stop.length == 0 && KeyBytes.compare(border, row) > 0) {
        stop = border;
      }
    }
    try {
      return CompletableFuture.completedFuture(answer(request, stop));
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Page answer(PageRequest request, byte[] regionStop) throws IOException {
    LatestKeys keys = LatestKeys.of(table.spec().layout()).ofSegments(request.keySegments());
    KeyRange first = request.ranges().get(0);
    SeekableRows rows =
        table.from(first.start(), interrupts ? 1 + random.nextInt(6) : Integer.MAX_VALUE);
    PageLimits limits = new PageLimits(request.budget(), Long.MAX_VALUE, () -> 0);
    RowsBefore before = backward(regionStop);
    return new LatestRows(request, keys, table.spec().salt(), rows, before, limits)
        .select(regionStop);
  }

  /** Rows of this region alone, read backward by a call that is short of time now and then. */
  private RowsBefore backward(byte[] regionStop) {
    return (first, stop, limit, patient) -> {
      boolean inside = stop.length > 0 && KeyRange.of(new byte[0], regionStop).contains(stop);
      return interrupts && !patient && random.nextInt(4) == 0
          ? Optional.empty()
          : table.backward().read(first, inside ? stop : regionStop, limit, patient);
    };
  }
}
