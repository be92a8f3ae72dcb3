/** MapReduce jobs over salted tables. */
package io.halite.it.mapreduce;
