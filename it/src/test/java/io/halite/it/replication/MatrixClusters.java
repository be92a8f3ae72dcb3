package io.halite.it.replication;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TableStore;
import io.halite.it.plugin.PluginOnServers;
import io.halite.it.segments.ServersAlone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;

/**
 * Two clusters that have Halite, with its plug-in in the configuration of the servers, and two that
 * do not have a class of it.
 */
final class MatrixClusters implements AutoCloseable {
  private final EmbeddedCluster source;
  private final EmbeddedCluster sink;
  private final ServersAlone bareSource;
  private final ServersAlone bareSink;
  private final Connection bareSourceClient;
  private final Connection bareSinkClient;

  private MatrixClusters(
      EmbeddedCluster source, EmbeddedCluster sink, ServersAlone bareSource, ServersAlone bareSink)
      throws IOException {
    this.source = source;
    this.sink = sink;
    this.bareSource = bareSource;
    this.bareSink = bareSink;
    this.bareSourceClient = ConnectionFactory.createConnection(bareSource.configuration());
    this.bareSinkClient = ConnectionFactory.createConnection(bareSink.configuration());
  }

  static MatrixClusters start(Path directory, Consumer<Configuration> settings) throws Exception {
    CompletableFuture<ServersAlone> bareSource = bare(directory.resolve("source"));
    CompletableFuture<ServersAlone> bareSink = bare(directory.resolve("sink"));
    EmbeddedCluster source = PluginOnServers.start(1, settings);
    EmbeddedCluster sink = PluginOnServers.start(1, settings);
    return new MatrixClusters(source, sink, get(bareSource), get(bareSink));
  }

  private static CompletableFuture<ServersAlone> bare(Path directory) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            Path jars = Files.createDirectories(directory.resolve("jars"));
            return ServersAlone.start(jars, directory);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static ServersAlone get(CompletableFuture<ServersAlone> cluster)
      throws ExecutionException, InterruptedException {
    return cluster.get();
  }

  /** The source that has Halite. */
  EmbeddedCluster source() {
    return source;
  }

  /** The sink that has Halite. */
  EmbeddedCluster sink() {
    return sink;
  }

  /** What of Halite the servers find that must not have it. */
  String strayClasses() {
    return bareSource.halite() + bareSink.halite();
  }

  Connection source(Combination of) throws IOException {
    return of.halite().isOnSource() ? source.connection() : bareSourceClient;
  }

  Connection sink(Combination of) throws IOException {
    return of.halite().isOnSink() ? sink.connection() : bareSinkClient;
  }

  String clusterKeyOfSink(Combination of) {
    return ZKConfig.getZooKeeperClusterKey(
        of.halite().isOnSink() ? sink.configuration() : bareSink.configuration());
  }

  /** The keys that the sink stores; without Halite its clients read just these. */
  TreeSet<String> storedAtSink(Combination of) throws Exception {
    return of.halite().isOnSink()
        ? new TableStore(sink, of.twins().name()).keys()
        : MatrixRows.visible(bareSinkClient, of.twins());
  }

  @Override
  public void close() throws Exception {
    bareSourceClient.close();
    bareSinkClient.close();
    bareSource.close();
    bareSink.close();
    sink.close();
    source.close();
  }
}
