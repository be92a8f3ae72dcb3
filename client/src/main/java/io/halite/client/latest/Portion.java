package io.halite.client.latest;

import java.util.ArrayList;
import java.util.List;

/** What is read of a query at a time: some of its keys, from all buckets. Not thread-safe. */
final class Portion {
  private final StreamHeads heads;
  private final DueSlices due;
  private final List<BucketSlice> slices = new ArrayList<>();
  private final int buckets;

  /**
   * A portion, before anything of it is read.
   *
   * @param regionStarts stored start rows of the regions, as a first guess
   * @param newest what has arrived of keys that pages cut
   */
  Portion(LatestPlan plan, List<byte[]> regionStarts, NewestTimes newest) {
    List<BucketStream> streams = new ArrayList<>();
    for (List<BucketSlice> bucket : plan.slices(regionStarts, newest)) {
      streams.add(new BucketStream(plan, bucket));
      slices.addAll(bucket);
    }
    this.buckets = streams.size();
    this.heads = new StreamHeads(streams);
    this.due = new DueSlices(streams.size());
    streams.forEach(due::add);
  }

  /** The next key of each bucket. */
  StreamHeads heads() {
    return heads;
  }

  /** Which slices request a page next. */
  DueSlices due() {
    return due;
  }

  int buckets() {
    return buckets;
  }

  int slices() {
    return slices.size();
  }

  int slicesDone() {
    return (int) slices.stream().filter(BucketSlice::isDone).count();
  }

  /** About which share of the portion has arrived, 0 to 1. */
  double share() {
    return slices.stream().mapToDouble(BucketSlice::share).average().orElse(1);
  }
}
