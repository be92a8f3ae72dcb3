/**
 * The client for the newest rows of each key: it reads all regions in parallel and answers key by
 * key in natural order. The wire format is in {@link io.halite.routing.latest}.
 */
package io.halite.client.latest;
