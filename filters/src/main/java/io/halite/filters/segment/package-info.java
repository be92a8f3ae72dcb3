/**
 * Selects rows by segments anywhere in the natural key, of fixed width or behind delimiters, and
 * seeks over the rest.
 *
 * <p>Start at {@link io.halite.filters.segment.SegmentFilter}. The query language, its wire format
 * and the search for the next matching key belong here. How values are written does not: that is
 * {@link io.halite.keys.SegmentType}'s.
 */
package io.halite.filters.segment;
