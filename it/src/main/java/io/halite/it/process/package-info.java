/**
 * An HBase cluster of separate processes on this machine, whose servers can be killed, stopped and
 * started again; {@link io.halite.it.process.ProcessCluster} is the way in.
 */
package io.halite.it.process;
