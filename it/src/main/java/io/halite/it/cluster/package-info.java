/** A whole HBase in this JVM: HDFS, ZooKeeper, a master and region servers. */
package io.halite.it.cluster;
