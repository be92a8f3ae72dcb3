/** Promises of and on a cluster of separate processes. */
package io.halite.it.process;
