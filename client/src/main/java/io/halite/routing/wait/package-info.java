/**
 * How callers learn that a wait was interrupted, for servers and applications. Nothing here waits.
 */
package io.halite.routing.wait;
