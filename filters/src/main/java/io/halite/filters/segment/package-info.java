/**
 * Select rows by fixed-width segments anywhere in the natural key, and seek over the rest; {@link
 * io.halite.filters.segment.SegmentFilter} is the entry.
 */
package io.halite.filters.segment;
