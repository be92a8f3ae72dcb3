/**
 * Runs a user's filter on salted rows: a view of the rows without the salt, and a verdict on
 * whether the filter's answers stay true when buckets are merged.
 *
 * <p>Start at {@link io.halite.filters.natural.NaturalViewFilter} and {@link
 * io.halite.filters.natural.FilterAdmission}; {@code StockFilters} is the table of HBase's filters.
 * Filters that Halite offers to users do not belong here, nor does anything that scans.
 */
package io.halite.filters.natural;
