package io.halite.client.latest;

import io.halite.routing.latest.Work;

/**
 * How far an answer has come.
 *
 * @param slices pieces of the table that are asked each by itself, one a region at the beginning
 * @param slicesDone how many of them are read to their end
 * @param pages how many answers of regions have arrived
 * @param work what the regions read for them
 */
public record LatestProgress(int slices, int slicesDone, int pages, Work work) {}
