/**
 * Finds rows by an index, fills an index and sweeps it, from a client. What gateways read and write
 * of index tables is in {@link io.halite.routing.index}.
 */
package io.halite.client.index;
