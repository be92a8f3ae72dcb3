package io.halite.coprocessor.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.routing.latest.Aggregate;
import io.halite.routing.latest.Aggregation;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The keys of a page so far: the complete keys, and the key whose rows are being read. */
final class PageParts {
  private final Selection selection;
  private final Optional<Aggregation> aggregation;
  private final LatestKeys keys;
  private final Salt salt;
  private final List<KeyPart> parts = new ArrayList<>();
  private long bytes;
  private int rows;
  private Optional<KeyRows> current = Optional.empty();
  private byte[] storedKey = new byte[0];
  private boolean isWhole;

  PageParts(PageRequest request, LatestKeys keys, Salt salt) {
    this.selection = request.selection();
    this.aggregation = request.selection().aggregation();
    this.keys = keys;
    this.salt = salt;
  }

  /** Records that a history begins in this range; it may belong to the key that is being read. */
  void begin(KeyRange range, byte[] stored, byte[] natural) {
    byte[] key = keys.keyOf(natural);
    if (current.isPresent() && Arrays.equals(current.get().key(), key)) {
      return;
    }
    end(isWhole);
    current = Optional.of(new KeyRows(key, selection));
    storedKey = Arrays.copyOf(stored, salt.prefixWidth() + key.length);
    isWhole = aggregation.isPresent() && holdsAll(range, key);
  }

  /** Whether this range holds all rows that a key can have. */
  private boolean holdsAll(KeyRange range, byte[] key) {
    byte[] after = KeyBytes.prefixSuccessor(storedKey);
    byte[] stop = range.stop();
    return KeyBytes.compare(range.start(), storedKey) <= 0
        && (stop.length == 0 || (after.length > 0 && KeyBytes.compare(after, stop) <= 0))
        && salt.images(KeyRange.prefix(key)).size() == 1;
  }

  /** Takes a row of the key that is being read, if it counts. */
  KeyRows.Verdict offer(LatestRow row) {
    return current.orElseThrow().offer(row);
  }

  /** Returns the bytes of all keys, rows and aggregates in the page, about. */
  long bytes() {
    return bytes + current.map(KeyRows::bytes).orElse(0L);
  }

  /** Returns the number of rows and aggregates in the page. */
  int rows() {
    return rows + current.map(KeyRows::size).orElse(0);
  }

  /**
   * Returns all parts of the page.
   *
   * @param servedStop the stored row before which the page ends; empty if the page reached the end
   *     of the request
   */
  List<KeyPart> take(byte[] servedStop) {
    boolean stoppedInside =
        servedStop.length > 0
            && current.isPresent()
            && KeyBytes.compare(servedStop, storedKey) >= 0
            && KeyRange.prefix(storedKey).contains(servedStop);
    end(isWhole && !stoppedInside);
    return parts;
  }

  private void end(boolean whole) {
    current.filter(key -> key.size() > 0).ifPresent(key -> add(key, whole));
    current = Optional.empty();
  }

  private void add(KeyRows key, boolean whole) {
    bytes += key.key().length;
    if (whole) {
      Aggregate aggregate = aggregation.orElseThrow().of(key.newestFirst());
      bytes += aggregate.bytes();
      rows++;
      parts.add(KeyPart.ofAggregate(key.key(), aggregate));
    } else {
      bytes += key.bytes();
      rows += key.size();
      parts.add(KeyPart.ofRows(key.key(), key.newestFirst()));
    }
  }
}
