package io.halite.it.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What a process of a cluster is: its program and the heap that suits a machine of 24 GB. */
public enum Role {
  /** The one ZooKeeper. */
  ZOOKEEPER("org.apache.zookeeper.server.ZooKeeperServerMain", 192),
  /** The HDFS name node. */
  NAMENODE("org.apache.hadoop.hdfs.server.namenode.NameNode", 256),
  /** The HDFS data node. */
  DATANODE("org.apache.hadoop.hdfs.server.datanode.DataNode", 256),
  /** The HBase master. */
  MASTER("org.apache.hadoop.hbase.master.HMaster", 512),
  /** One of the HBase region servers. */
  REGIONSERVER("org.apache.hadoop.hbase.regionserver.HRegionServer", 1024);

  private final String program;
  private final int heapMegabytes;

  Role(String program, int heapMegabytes) {
    this.program = program;
    this.heapMegabytes = heapMegabytes;
  }

  /** The class with the program's {@code main}. */
  String program() {
    return program;
  }

  /** The heap unless a plan sets another. */
  int heapMegabytes() {
    return heapMegabytes;
  }

  /** The program's arguments, for a server whose settings lie in {@code directory}. */
  List<String> arguments(Path directory) {
    return switch (this) {
      case ZOOKEEPER -> List.of(directory.resolve(ServerSettings.ZOOKEEPER_FILE).toString());
      case NAMENODE, DATANODE -> List.of();
      case MASTER, REGIONSERVER -> List.of("start");
    };
  }

  /** The name of files and processes: lower case, {@code regionserver} for example. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
