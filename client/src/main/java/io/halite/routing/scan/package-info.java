/**
 * What a scan of natural keys asks for, read once: its range, its attributes and what can match.
 * How its rows are fetched and put in order is in {@link io.halite.routing.merge}.
 */
package io.halite.routing.scan;
