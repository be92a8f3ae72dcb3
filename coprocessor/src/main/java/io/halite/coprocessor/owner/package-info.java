/**
 * Reaches the owner regions, from one region server, without hidden repeats and without deadlock.
 */
package io.halite.coprocessor.owner;
