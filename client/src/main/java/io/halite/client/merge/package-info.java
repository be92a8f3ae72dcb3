/** Many sorted buckets, or rows in another order, into one sorted answer. */
package io.halite.client.merge;
