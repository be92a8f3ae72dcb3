/**
 * Input formats and the set-up of jobs over salted tables: a split for each region that stores
 * rows, and natural keys in the mapper.
 */
package io.halite.client.mapreduce;
