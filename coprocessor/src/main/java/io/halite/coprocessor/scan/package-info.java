/**
 * Answers a scan of natural keys from all buckets, within what the region server's scan loop asks.
 */
package io.halite.coprocessor.scan;
