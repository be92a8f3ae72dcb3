/** A whole HBase in this JVM, to keep promises on: HDFS, ZooKeeper, a master, region servers. */
package io.halite.it.cluster;
