package io.halite.routing.merge;

import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.host.ClientCountedScan;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.jspecify.annotations.Nullable;

/**
 * The scan of one image in as many stretches as leave out the regions without a wanted row.
 *
 * <p>Of the image {@code [03·ATL, 03·ORE)} the ranges {@code [03·ATL, 03·ATM)} and {@code [03·ORD,
 * 03·ORE)} are wanted. If one region holds both, one stretch reads both, and the owner's filter
 * seeks from one to the other. If another region lies between theirs, each range is a stretch, one
 * after the other. The borders of regions come from the locations that HBase's client keeps;
 * without them, the stretch reads on to the end. Thread-safe.
 */
final class ImageStretches {
  /** So many bytes {@code FF} end a key that is close before another: few rows lie between. */
  private static final int CLOSE_BYTES = 8;

  private final ImageReading reading;
  private final Scan whole;
  private final WantedRanges.Parts parts;
  private final RowLimit limit;
  private Optional<KeyRange> ahead;
  private Optional<KeyRange> present = Optional.empty();
  private Optional<KeyRange> inDoubt = Optional.empty();
  private long rowsLeft;
  private boolean sent;
  private boolean closed;
  private Runnable onceCounted = () -> {};

  /** The stretches of a scan of an image, or of its rest. */
  ImageStretches(ImageReading reading, Scan whole) {
    this.reading = reading;
    this.whole = whole;
    this.parts = reading.wanted().parts(range(whole), whole.isReversed());
    this.ahead = parts.next();
    this.rowsLeft = whole.getLimit() > 0 ? whole.getLimit() : Long.MAX_VALUE;
    this.limit = new RowLimit(whole.getAllowPartialResults() ? Math.max(0, whole.getLimit()) : 0);
  }

  private static KeyRange range(Scan scan) {
    return ScanRange.of(scan).storable();
  }

  /**
   * Records what has arrived. Whole rows count against the limit of the scan. Where rows may come
   * in pieces, none counts: the reader of the scan ends it at its limit.
   */
  synchronized void arrived(Result[] results) {
    limit.arrived(results);
    if (!whole.getAllowPartialResults()) {
      rowsLeft -= Arrays.stream(results).filter(row -> !row.mayHaveMoreCellsInRow()).count();
    }
  }

  /** Sends no further stretch. */
  synchronized void close() {
    ahead = Optional.empty();
    closed = true;
  }

  /**
   * Whether there is nothing more to read. If HBase's client may have ended the last stretch too
   * early, its rest is the next one.
   *
   * @param regions in which HBase's client has opened scanners for the last stretch
   */
  synchronized boolean isOver(long regions) {
    inDoubt = limit.rowInDoubt(regions).flatMap(this::behind);
    return inDoubt.isEmpty() && (ahead.isEmpty() || rowsLeft <= 0);
  }

  /** What is behind a row of the last stretch, as the scan goes. */
  private Optional<KeyRange> behind(byte[] row) {
    return present
        .map(
            stretch ->
                whole.isReversed()
                    ? KeyRange.of(stretch.start(), row)
                    : KeyRange.of(KeyBytes.next(row), stretch.stop()).storable())
        .filter(rest -> !rest.isEmpty());
  }

  /** A step of sending a stretch. */
  private interface Step {
    void take() throws IOException;
  }

  /** HBase's callbacks swallow exceptions, and the scan would never end. */
  private static void attempt(Step step, AdvancedScanResultConsumer consumer) {
    try {
      step.take();
    } catch (IOException | RuntimeException e) {
      consumer.onError(e);
    }
  }

  /** Sends the next stretch; one that has nothing to read ends at once. */
  void sendNext(AdvancedScanResultConsumer consumer) {
    attempt(() -> locateNext(consumer), consumer);
  }

  private void locateNext(AdvancedScanResultConsumer consumer) throws IOException {
    Optional<KeyRange> stretch;
    boolean last;
    synchronized (this) {
      last = inDoubt.isPresent();
      stretch = last ? inDoubt : ahead;
      inDoubt = Optional.empty();
      if (!last) {
        ahead = ahead.isPresent() ? parts.next() : ahead;
        last = ahead.isEmpty();
      }
    }
    if (stretch.isEmpty()) {
      consumer.onComplete();
    } else if (last) {
      send(stretch.get(), consumer);
    } else {
      FutureUtils.addListener(
          locate(lastRead(stretch.get())),
          (location, failure) ->
              attempt(() -> sendWith(stretch.get(), location, consumer), consumer));
    }
  }

  private CompletableFuture<HRegionLocation> locate(byte[] key) {
    return reading.table().getRegionLocator().getRegionLocation(KeyBytes.lookUp(key));
  }

  /** A key at the end of a stretch, as the scan goes, or close to it. */
  private byte[] lastRead(KeyRange stretch) {
    return whole.isReversed() ? stretch.start() : closeBefore(stretch.stop());
  }

  private static byte[] closeBefore(byte[] stop) {
    int last = stop.length - 1;
    if (stop[last] == 0) {
      return Arrays.copyOf(stop, last);
    }
    int length = Math.min(stop.length + CLOSE_BYTES, KeyBytes.MAX_STORED_LENGTH);
    byte[] before = Arrays.copyOf(stop, length);
    before[last]--;
    Arrays.fill(before, stop.length, before.length, (byte) 0xFF);
    return before;
  }

  private void sendWith(
      KeyRange first, @Nullable HRegionLocation location, AdvancedScanResultConsumer consumer)
      throws IOException {
    KeyRange stretch = first;
    synchronized (this) {
      while (ahead.isPresent() && (location == null || begins(ahead.get(), location.getRegion()))) {
        stretch =
            whole.isReversed()
                ? KeyRange.of(ahead.get().start(), stretch.stop())
                : KeyRange.of(stretch.start(), ahead.get().stop());
        ahead = parts.next();
      }
    }
    send(stretch, consumer);
  }

  /** Whether a range behind the stretch begins, as the scan goes, in the region. */
  private boolean begins(KeyRange range, RegionInfo region) {
    return whole.isReversed()
        ? KeyBytes.compare(range.stop(), region.getStartKey()) > 0
        : region.getEndKey().length == 0 || KeyBytes.compare(range.start(), region.getEndKey()) < 0;
  }

  private void send(KeyRange stretch, AdvancedScanResultConsumer consumer) throws IOException {
    byte[] first = whole.isReversed() ? stretch.stop() : stretch.start();
    if (KeyBytes.lookUp(first).length == first.length) {
      sendLocated(stretch, consumer);
    } else {
      // HBase's client finds the region among those it knows, but cannot look it up.
      FutureUtils.addListener(
          locate(first),
          (location, failure) -> attempt(() -> sendLocated(stretch, consumer), consumer));
    }
  }

  private void sendLocated(KeyRange stretch, AdvancedScanResultConsumer consumer)
      throws IOException {
    if (isClosed()) {
      consumer.onComplete();
    } else {
      begin(stretch);
      reading.table().scan(counted(scan(stretch)), consumer);
    }
  }

  /** By its counts a cursor notices that HBase's client has read a piece again, or lost rows. */
  private synchronized Scan counted(Scan scan) throws IOException {
    if (reading.counts().areOfServers()) {
      return scan.setScanMetricsEnabled(true);
    }
    ClientCountedScan counted = new ClientCountedScan(scan);
    onceCounted = counted::begun;
    return counted;
  }

  /** HBase's client has begun to count what it sends for the last stretch. */
  synchronized void begun() {
    onceCounted.run();
  }

  private synchronized void begin(KeyRange stretch) {
    present = Optional.of(stretch);
    limit.sent();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized Scan scan(KeyRange stretch) throws IOException {
    if (!sent && stretch.equals(range(whole))) {
      sent = true;
      return whole;
    }
    sent = true;
    Scan part = new Scan(whole);
    if (whole.isReversed()) {
      part.withStartRow(stretch.stop(), stretch.stop().length == 0)
          .withStopRow(stretch.start(), true);
    } else {
      part.withStartRow(stretch.start(), true).withStopRow(stretch.stop(), false);
    }
    return whole.getLimit() > 0 ? part.setLimit((int) rowsLeft) : part;
  }
}
