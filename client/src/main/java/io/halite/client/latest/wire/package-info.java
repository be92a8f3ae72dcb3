/** The protobuf form of requests and pages, and the service that carries them. */
package io.halite.client.latest.wire;
