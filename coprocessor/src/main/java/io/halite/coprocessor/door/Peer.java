package io.halite.coprocessor.door;

import java.net.InetAddress;

/**
 * One connection of a client to this server. HBase's client sends all requests of one connection
 * object to one server over one socket.
 */
record Peer(InetAddress address, int port) {}
