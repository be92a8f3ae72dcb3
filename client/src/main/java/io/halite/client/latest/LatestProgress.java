package io.halite.client.latest;

import io.halite.routing.latest.Work;

/**
 * How far a query has come. Immutable.
 *
 * @param slices how many parts of the table are read, each by itself; one for each bucket and
 *     region at first
 * @param slicesDone how many of them are read to their end
 * @param pages how many pages have arrived from regions
 * @param work what the regions read for them
 */
public record LatestProgress(int slices, int slicesDone, int pages, Work work) {}
