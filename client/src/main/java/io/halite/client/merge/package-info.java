/** Many sorted buckets, one sorted answer. */
package io.halite.client.merge;
