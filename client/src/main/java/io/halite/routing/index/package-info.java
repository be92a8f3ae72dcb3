/**
 * Reads and writes of index tables, as gateways make them. Filling, sweeping and looking up by
 * command is in {@code io.halite.client.index}.
 */
package io.halite.routing.index;
