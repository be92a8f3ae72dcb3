/**
 * Doors: how the natural requests of one gateway region enter through several servers. The {@link
 * io.halite.coprocessor.door.DoorRpcServer} redirects connections and serves requests as a guest;
 * what becomes of a request that has reached an observer belongs to the package gateway.
 */
package io.halite.coprocessor.door;
