/**
 * Reads and writes of index tables, as gateways make them. Commands that fill, sweep or read an
 * index are in {@code io.halite.client.index}.
 */
package io.halite.routing.index;
