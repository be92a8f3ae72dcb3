package io.halite.coprocessor.replication;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.replication.ChainWALEntryFilter;
import org.apache.hadoop.hbase.replication.WALCellFilter;
import org.apache.hadoop.hbase.replication.WALEntryFilter;
import org.apache.hadoop.hbase.replication.regionserver.HBaseInterClusterReplicationEndpoint;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.jspecify.annotations.Nullable;

/**
 * The replication endpoint of peers that receive rows of salted tables: HBase's own, but rows leave
 * the cluster under their natural keys.
 *
 * <p>The sink stores them as it stores a client's writes: a plain table under the natural keys, a
 * salted one under its own salt, whichever that is. Plain tables are replicated as by HBase's
 * endpoint, so one peer is enough for both:
 *
 * <pre>{@code
 * add_peer '1', CLUSTER_KEY => 'zk:2181:/hbase',
 *   ENDPOINT_CLASSNAME => 'io.halite.coprocessor.replication.NaturalKeysEndpoint'
 * }</pre>
 *
 * <p>The jar must be on the class path of the masters and region servers of the source. The sink
 * needs nothing. Thread-safe as far as HBase's endpoint is.
 */
public final class NaturalKeysEndpoint extends HBaseInterClusterReplicationEndpoint {
  /** HBase's own class, which its endpoint needs. */
  private static final String PLAIN_CONNECTION =
      "org.apache.hadoop.hbase.client.ConnectionImplementation";

  private volatile Optional<UUID> sink = Optional.empty();

  /** For HBase. */
  public NaturalKeysEndpoint() {}

  /** Connects to the sink without a connection plug-in, whose class HBase's endpoint refuses. */
  @Override
  public void init(Context context) throws IOException {
    super.init(
        new Context(
            context.getLocalConfiguration(),
            withoutPlugin(context.getConfiguration()),
            context.getFilesystem(),
            context.getPeerId(),
            context.getClusterId(),
            context.getReplicationPeer(),
            context.getMetrics(),
            DescribedTables.of(context),
            context.getAbortable()));
  }

  static Configuration withoutPlugin(Configuration peer) {
    Configuration conf = HBaseConfiguration.create(peer);
    // HBase's endpoint reads hbase-site.xml once more, which would give back a key that is unset.
    conf.set("hbase.client.connection.impl", PLAIN_CONNECTION);
    return conf;
  }

  @Override
  protected WALEntryFilter getScopeWALEntryFilter() {
    return filter(
        super.getNamespaceTableCfWALEntryFilter(),
        () -> sink,
        this::isSalted,
        ctx.getPeerConfig().isSerial());
  }

  private boolean isSalted(TableName name) throws IOException {
    return new DescribedTables(ctx.getTableDescriptors(), ctx.getLocalConfiguration())
        .isSalted(name);
  }

  /**
   * The tables of the peer come first, so that an edit of any other table is neither read nor able
   * to hold the peer up.
   */
  static WALEntryFilter filter(
      WALEntryFilter tables,
      Supplier<Optional<UUID>> sink,
      NaturalKeysFilter.Tables salted,
      boolean isSerial) {
    WALCellFilter families = tables instanceof WALCellFilter of ? of : (entry, cell) -> cell;
    return new ChainWALEntryFilter(tables, new NaturalKeysFilter(sink, salted, families, isSerial));
  }

  /** None: it is the first of the {@linkplain #getScopeWALEntryFilter other filter}. */
  @Override
  protected @Nullable WALEntryFilter getNamespaceTableCfWALEntryFilter() {
    return null;
  }

  @Override
  public synchronized @Nullable UUID getPeerUUID() {
    UUID id = super.getPeerUUID();
    sink = Optional.ofNullable(id);
    return id;
  }

  /** Ships natural keys alone: HBase lets an entry pass whose filter has once failed. */
  @Override
  public boolean replicate(ReplicateContext batch) {
    batch.getEntries().forEach(entry -> requireNatural(entry, this::isSalted));
    return super.replicate(batch);
  }

  static void requireNatural(Entry entry, NaturalKeysFilter.Tables tables) {
    TableName table = entry.getKey().getTableName();
    if (NaturalKeysFilter.isStored(entry)) {
      throw new IllegalStateException(
          "an edit of table '"
              + table
              + "' still has its stored keys: the log says earlier why this server could not read"
              + " it; remove that cause and restart this server");
    }
    try {
      if (NaturalKeysFilter.namesFiles(entry) && tables.isSalted(table)) {
        throw new IllegalStateException(NaturalKeysFilter.holdsStoredFiles(table));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
