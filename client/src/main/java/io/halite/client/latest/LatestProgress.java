package io.halite.client.latest;

import io.halite.routing.latest.Work;

/**
 * How far a query has come. Immutable.
 *
 * @param slices how many parts the query reads, each by itself: one for each bucket and region, as
 *     the regions were when the query began; of a query for so many named keys that it is read in
 *     portions, those of the portions so far, and of each one to come as many as the present one
 *     has
 * @param slicesDone how many of them are read to their end
 * @param pages how many pages have arrived from regions
 * @param work what the regions read for these pages
 * @param share about which share of the query is answered, 0 to 1: how far each slice has come, by
 *     the indexes of its store files, or else as if keys were spread evenly over its range
 */
public record LatestProgress(int slices, int slicesDone, int pages, Work work, double share) {}
