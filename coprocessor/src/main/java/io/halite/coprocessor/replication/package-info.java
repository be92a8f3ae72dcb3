/** How the rows of salted tables are replicated: under their natural keys, by Halite's endpoint. */
package io.halite.coprocessor.replication;
