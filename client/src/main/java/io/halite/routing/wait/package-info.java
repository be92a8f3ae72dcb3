/**
 * How callers measure a wait, and how they learn that it was interrupted, for servers and
 * applications. Nothing here waits.
 */
package io.halite.routing.wait;
