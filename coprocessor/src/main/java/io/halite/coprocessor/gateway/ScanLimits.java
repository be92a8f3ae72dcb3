package io.halite.coprocessor.gateway;

/**
 * How a scan limits its answers.
 *
 * @param batch cells of one row in one piece; 0 or less for whole rows
 * @param maxResultSize bytes of one answer; -1 for the server's default
 * @param readPoint the read point that HBase sends to the client; a gateway does not read by it
 * @param pageRows rows after which a page filter is full; 0 without a page filter
 */
record ScanLimits(int batch, long maxResultSize, long readPoint, long pageRows) {}
