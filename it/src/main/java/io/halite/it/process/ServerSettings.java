package io.halite.it.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The configuration files of one process: all servers on the hosts and ports of this cluster, with
 * their data in the directory of this cluster.
 */
final class ServerSettings {
  static final String ZOOKEEPER_FILE = "zoo.cfg";

  /**
   * Each library reads a file of its own, and all of them share one name space; HBase's is last.
   */
  static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml", "hbase-site.xml");

  private final Path data;
  private final ClusterPorts ports;
  private final Hosts hosts;

  ServerSettings(Path data, ClusterPorts ports, Hosts hosts) {
    this.data = data;
    this.ports = ports;
    this.hosts = hosts;
  }

  /** What a client needs to find the cluster. */
  Map<String, String> ofClients() {
    return Map.of(
        "hbase.zookeeper.quorum",
        hosts.common(),
        "hbase.zookeeper.property.clientPort",
        Integer.toString(ports.zooKeeper()),
        "fs.defaultFS",
        "hdfs://" + hosts.common() + ":" + ports.nameNode());
  }

  /** Writes all that {@code role} reads when it starts into {@code directory}. */
  void write(Path directory, Role role, int server, Map<String, String> more) throws IOException {
    Files.createDirectories(directory);
    if (role == Role.ZOOKEEPER) {
      Files.writeString(directory.resolve(ZOOKEEPER_FILE), zooKeeper());
      return;
    }
    Configuration settings = new Configuration(false);
    ofClients().forEach(settings::set);
    hdfs(settings);
    hbase(settings, role, server);
    more.forEach(settings::set);
    for (String file : FILES) {
      try (OutputStream out = Files.newOutputStream(directory.resolve(file))) {
        settings.writeXml(out);
      }
    }
  }

  private String zooKeeper() {
    return """
        dataDir=%s
        clientPort=%d
        clientPortAddress=%s
        tickTime=1000
        maxSessionTimeout=90000
        maxClientCnxns=0
        admin.enableServer=false
        forceSync=no
        """
        .formatted(data.resolve("zookeeper"), ports.zooKeeper(), hosts.common());
  }

  private void hdfs(Configuration settings) {
    settings.set("hadoop.tmp.dir", data.resolve("tmp").toString());
    settings.set("dfs.namenode.name.dir", data.resolve("namenode").toString());
    settings.set("dfs.datanode.data.dir", data.resolve("datanode").toString());
    settings.set("dfs.namenode.http-address", hosts.common() + ":" + ports.nameNodePages());
    settings.set("dfs.datanode.address", hosts.common() + ":" + ports.dataNode());
    settings.set("dfs.datanode.ipc.address", hosts.common() + ":" + ports.dataNodeCalls());
    settings.set("dfs.datanode.http.address", hosts.common() + ":" + ports.dataNodePages());
    settings.setInt("dfs.replication", 1);
    settings.setInt("dfs.namenode.safemode.extension", 0);
    settings.setBoolean("dfs.permissions.enabled", false);
    settings.setBoolean("dfs.namenode.datanode.registration.ip-hostname-check", false);
    // The default wants more free space than a machine with one shared disk has.
    settings.setInt("dfs.datanode.du.reserved", 0);
    settings.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 20);
  }

  private void hbase(Configuration settings, Role role, int server) {
    settings.setBoolean("hbase.cluster.distributed", true);
    settings.set("hbase.rootdir", "hdfs://" + hosts.common() + ":" + ports.nameNode() + "/hbase");
    settings.set("hbase.tmp.dir", data.resolve("tmp").toString());
    // Each server copies the jars of coprocessors from HDFS to a directory that it empties first.
    settings.set(
        "hbase.local.dir", data.resolve("local-" + role.label() + "-" + server).toString());
    String address = role == Role.REGIONSERVER ? hosts.regionServer(server) : hosts.common();
    for (String each : List.of("hbase.master", "hbase.regionserver")) {
      settings.set(each + ".ipc.address", address);
      settings.set(each + ".hostname", hosts.name(address));
      settings.set(each + ".info.bindAddress", address);
    }
    settings.setInt("hbase.master.port", ports.master());
    settings.setInt("hbase.master.info.port", ports.masterPages());
    if (role == Role.REGIONSERVER) {
      settings.setInt("hbase.regionserver.port", ports.server(server));
      settings.setInt("hbase.regionserver.info.port", ports.serverPages(server));
    }
    settings.setInt("hbase.master.waiton.interval", 200);
    settings.setInt("hbase.procedure.remote.dispatcher.delay.msec", 20);
  }
}
