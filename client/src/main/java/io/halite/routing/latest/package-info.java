/**
 * The query for the newest rows of each key, the pages that answer it, and their wire format. The
 * client is in {@code io.halite.client.latest}; the regions' part is in the coprocessor.
 */
package io.halite.routing.latest;
