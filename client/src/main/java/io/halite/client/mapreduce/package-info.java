/**
 * Jobs over salted tables: input formats with a split for each region that stores rows and natural
 * keys in the mapper, and files of stored keys from mappers that write natural ones.
 */
package io.halite.client.mapreduce;
