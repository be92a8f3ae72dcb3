/**
 * A question for the newest rows of each key, the pages that answer it, and their messages. The
 * client that asks is in {@code io.halite.client.latest}.
 */
package io.halite.routing.latest;
