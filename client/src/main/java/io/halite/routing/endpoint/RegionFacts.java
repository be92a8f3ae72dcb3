package io.halite.routing.endpoint;

import io.halite.keys.KeyRange;

/**
 * What one region is and has done since it opened.
 *
 * @param spec the canonical text of the table's spec
 * @param version the version of Halite that serves it; empty if unknown
 * @param server host, port and start code
 * @param rows its bounds
 * @param bytes in store files and in memory
 * @param reads requests that HBase counted
 * @param writes requests that HBase counted
 * @param forwardedReads those that came by natural key
 * @param forwardedWrites those that came by natural key
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
