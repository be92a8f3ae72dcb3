/**
 * The gateway side of a region: it answers natural writes, gets, scans and reads by an index from
 * the owner regions of their rows, which it reaches through {@link io.halite.coprocessor.owner}.
 */
package io.halite.coprocessor.gateway;
