/**
 * Calls the owner regions from one region server, without hidden repeats and without deadlock.
 * {@link io.halite.coprocessor.owner.ForwardRetry} decides about waits and repeats.
 */
package io.halite.coprocessor.owner;
