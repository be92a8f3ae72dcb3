/**
 * Parses a scan of natural keys once: its range, its attributes and where keys can match. {@link
 * io.halite.routing.merge} fetches its rows and puts them in order.
 */
package io.halite.routing.scan;
