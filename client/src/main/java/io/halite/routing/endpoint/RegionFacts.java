package io.halite.routing.endpoint;

import io.halite.keys.KeyRange;

/**
 * What one region reports about itself, and its requests since it opened. Immutable.
 *
 * @param spec the canonical text of the table's spec
 * @param version the version of Halite that serves it; empty if unknown
 * @param server host, port and start code
 * @param rows its start and end row: the range of natural keys for which it is the gateway, and of
 *     stored keys that it holds
 * @param bytes its size in store files and in memory
 * @param reads rows that it read from its own store, as HBase counts read requests
 * @param writes mutations that it took for its own store, as HBase counts write requests
 * @param forwardedReads gets, existence checks and scans by natural key that this region took as
 *     gateway or guest, even if it is their owner too; a scan counts once
 * @param forwardedWrites mutations by natural key that it took as gateway or guest
 */
public record RegionFacts(
    String spec,
    String version,
    String server,
    KeyRange rows,
    long bytes,
    long reads,
    long writes,
    long forwardedReads,
    long forwardedWrites) {}
