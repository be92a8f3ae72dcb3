/** Halite beside Phoenix and beside clients that salt by hand: the same rows, in one run. */
package io.halite.it.peers;
