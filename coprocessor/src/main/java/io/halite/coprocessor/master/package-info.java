/**
 * What the master records, refuses and sets for salted tables: specs, truncations, replication
 * peers, the guard of a table, and merges by the normalizer.
 */
package io.halite.coprocessor.master;
