/**
 * The gateway side of a region: it answers natural writes, gets, scans and index reads from the
 * owners of their rows. How owners are reached is in {@link io.halite.coprocessor.owner}.
 */
package io.halite.coprocessor.gateway;
