package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.CopyLimit;
import io.halite.routing.table.MultiPlaceWrites;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * The first writes of a batch, as many as may be copied and sent at once, and the stored writes
 * that they become: a put becomes one for each of its time stamps, a delete one for each place of
 * its row, and so does a put with a delete marker. A single put may become more than an owner takes
 * at once, in any order.
 *
 * <p>A delete and a put of one row are not sent at once, since a place that refuses one of them
 * would not hold up the other in other places. Puts of one row need no order, since those of one
 * time stamp go to one place. A put with a delete marker is both.
 *
 * <p>A write has failed if one of its stored writes has failed. The others may have been applied;
 * they are hidden or written again when the client repeats the write.
 */
final class PlacedWrites {
  /** A put without cells and attributes. */
  private static final int PUT_BYTES = 256;

  private final List<Mutation> stored = new ArrayList<>();
  private final List<Placed> writes = new ArrayList<>();

  /** The rows of the writes so far, and what those of a row do. */
  private final Map<ByteBuffer, Effects> rows = new HashMap<>();

  /** What writes of one row do. */
  private record Effects(boolean hide, boolean addValues) {
    static Effects of(Mutation natural) {
      boolean hides = MultiPlaceWrites.isDeleting(natural);
      return new Effects(hides, !hides || hasValue(natural));
    }

    private static boolean hasValue(Mutation natural) {
      return cells(natural).anyMatch(cell -> !CellUtil.isDelete(cell));
    }

    boolean mustFollow(Effects earlier) {
      return (hide && earlier.addValues) || (addValues && earlier.hide);
    }
  }

  /** One write: its refusal, or the stored writes {@code from} to {@code to}, exclusive. */
  private record Placed(Optional<IOException> refusal, int from, int to) {
    Optional<IOException> failure(Object[] answers) {
      return refusal.or(
          () ->
              Arrays.stream(answers, from, to)
                  .filter(IOException.class::isInstance)
                  .map(IOException.class::cast)
                  .findFirst());
    }
  }

  /**
   * The stored writes of a batch that is not empty, all stamped with one time.
   *
   * @param now the time of each cell that has none, in milliseconds
   * @param limit how many bytes the copies may have. If the copies of all writes have more, or are
   *     more than an owner takes at once, the last writes are left out; if those of a single write
   *     have more bytes, it is refused
   */
  PlacedWrites(
      List<Write> batch, MultiPlaceWrites places, long now, CopyLimit limit, Object table) {
    long room = limit.bytes();
    int atOnce = limit.atOnce();
    for (Write write : batch) {
      if (write.refusal().isEmpty() && mustFollow(write.natural())) {
        return;
      }
      int count = write.refusal().isPresent() ? 0 : places.count(write.natural());
      long size = size(write.natural());
      // A single write that is larger is refused below, before it takes any room.
      if (!writes.isEmpty() && count > 0 && size <= limit.bytes() / count && size * count > room) {
        return;
      }
      if (!writes.isEmpty() && count > 0 && stored.size() + count > atOnce) {
        return;
      }
      room -= add(write, places, now, () -> limit.check(size, count, table)) ? size * count : 0;
    }
  }

  /** Whether a write has to wait until the answers to those before it are known. */
  private boolean mustFollow(Mutation natural) {
    Effects effects = Effects.of(natural);
    Effects earlier = rows.putIfAbsent(ByteBuffer.wrap(natural.getRow()), effects);
    return earlier != null && effects.mustFollow(earlier);
  }

  private static Stream<Cell> cells(Mutation natural) {
    return natural.getFamilyCellMap().values().stream().flatMap(List::stream);
  }

  private interface Check {
    void pass() throws IOException;
  }

  private boolean add(Write write, MultiPlaceWrites places, long now, Check check) {
    int from = stored.size();
    Optional<IOException> refusal = write.refusal();
    if (refusal.isEmpty()) {
      try {
        check.pass();
        stored.addAll(places.copies(write.natural(), now));
      } catch (IOException e) {
        refusal = Optional.of(e);
      }
    }
    writes.add(new Placed(refusal, from, stored.size()));
    return refusal.isEmpty();
  }

  /**
   * The most memory that the stored writes of one part of these writes need: each cell of a put
   * once, and of what is copied several times as much as the limit allows.
   */
  static long bytes(List<Write> writes, MultiPlaceWrites places, CopyLimit limit) {
    long once = 0;
    long several = 0;
    for (Write write : writes) {
      if (write.refusal().isEmpty()) {
        Mutation natural = write.natural();
        boolean isPut = natural instanceof Put;
        once += isPut ? natural.heapSize() : 0;
        several += size(natural) * (places.count(natural) - (isPut ? 1 : 0));
      }
    }
    return once + Math.min(limit.bytes(), several);
  }

  /** What each copy of a write has: all of a delete, of a put what its cells share, and markers. */
  private static long size(Mutation natural) {
    return natural instanceof Put
        ? PUT_BYTES
            + CopyLimit.attributes(natural)
            + cells(natural).filter(CellUtil::isDelete).mapToLong(cell -> cell.heapSize()).sum()
        : natural.heapSize();
  }

  /** The stored writes, in the order of the writes that became them. */
  List<Mutation> stored() {
    return stored;
  }

  /**
   * Why each of the first writes has failed; empty for a write that has not.
   *
   * @param answers the answer to each stored write
   */
  List<Optional<IOException>> failures(Object[] answers) {
    return writes.stream().map(write -> write.failure(answers)).toList();
  }
}
