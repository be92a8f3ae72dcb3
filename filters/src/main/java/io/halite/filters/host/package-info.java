/**
 * Fits filters to the HBase around Halite, whose releases ask them different questions, by
 * reflection where hbase-client shows no other way.
 */
package io.halite.filters.host;
