package io.halite.coprocessor.gateway;

/**
 * What one scan asks of its answers.
 *
 * @param batch cells of one row in one piece; 0 or less: whole rows
 * @param maxResultSize bytes of one answer; -1: the server's default
 * @param readPoint what the client is told; it is never used
 * @param pageRows rows after which a page filter is full; 0: no page filter
 * @param cut which rows are given, of a scan for the newest rows of each key; null: all
 */
record ScanLimits(int batch, long maxResultSize, long readPoint, long pageRows, LatestCut cut) {}
