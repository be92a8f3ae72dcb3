/**
 * Plays the region server to a filter, call by call, over rows held in memory; {@link
 * io.halite.filters.harness.FilterHarness} is the entry.
 */
package io.halite.filters.harness;
