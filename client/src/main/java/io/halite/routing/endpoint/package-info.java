/**
 * The wire format of the endpoint for operators, and what all of Halite's endpoints share. The
 * operations themselves are in {@code io.halite.client.operate}.
 */
package io.halite.routing.endpoint;
