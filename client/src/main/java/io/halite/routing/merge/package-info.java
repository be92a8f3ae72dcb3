/**
 * Puts the rows of many stored ranges into natural order: it merges buckets, joins places, or
 * gathers rows in passes. It does not read scan attributes; {@link io.halite.routing.scan} does.
 */
package io.halite.routing.merge;
