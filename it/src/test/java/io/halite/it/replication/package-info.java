/** Replication between two clusters, with and without salt on either side. */
package io.halite.it.replication;
