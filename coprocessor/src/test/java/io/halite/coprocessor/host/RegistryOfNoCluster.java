package io.halite.coprocessor.host;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;

/** Lets a connection be opened without a cluster, and notes in its settings who opened it. */
public final class RegistryOfNoCluster implements ConnectionRegistry {
  static final String OPENED_BY = "halite.test.opened-by";
  static final String OPENED_FOR = "halite.test.opened-for";

  // HBase's client makes it by its name.
  @SuppressWarnings("unused")
  RegistryOfNoCluster(Configuration conf, User user) throws IOException {
    conf.set(OPENED_BY, UserGroupInformation.getCurrentUser().getUserName());
    conf.set(OPENED_FOR, user.getName());
  }

  @Override
  public CompletableFuture<RegionLocations> getMetaRegionLocations() {
    return new CompletableFuture<>();
  }

  @Override
  public CompletableFuture<String> getClusterId() {
    return CompletableFuture.completedFuture("no cluster");
  }

  @Override
  public CompletableFuture<ServerName> getActiveMaster() {
    return new CompletableFuture<>();
  }

  @Override
  public String getConnectionString() {
    return "no cluster";
  }

  @Override
  public void close() {
    // Nothing was opened.
  }
}
