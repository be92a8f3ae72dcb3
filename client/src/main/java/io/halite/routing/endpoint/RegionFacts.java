package io.halite.routing.endpoint;

import io.halite.keys.KeyRange;

/**
 * What one region reports about itself and its requests since it opened. Immutable.
 *
 * @param spec the canonical text of the table's spec
 * @param version the version of Halite that serves it; empty if unknown
 * @param server host, port and start code
 * @param rows its bounds, as stored and natural keys alike
 * @param bytes its size in store files and in memory
 * @param reads how many read requests HBase counted
 * @param writes how many write requests HBase counted
 * @param forwardedReads how many of the reads came under natural keys and were forwarded
 * @param forwardedWrites how many of the writes came under natural keys and were forwarded
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
