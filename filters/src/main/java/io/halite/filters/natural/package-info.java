/**
 * What a user's filter needs to run on salted rows: a view without the salt, and a verdict on
 * whether its answers stay true when buckets are merged; {@link
 * io.halite.filters.natural.NaturalViewFilter} is the entry.
 */
package io.halite.filters.natural;
