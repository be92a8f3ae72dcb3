package io.halite.coprocessor.replication;

import io.halite.coprocessor.table.SpecMemory;
import io.halite.coprocessor.table.TableSetting;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableDescriptors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.replication.ReplicationEndpoint;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.FSTableDescriptors;

/**
 * Which tables are salted, by the descriptors that a server reads. A table of a wrong spec counts:
 * it may have stored keys.
 *
 * @param site the region server's configuration
 */
record DescribedTables(TableDescriptors descriptors, Configuration site)
    implements NaturalKeysFilter.Tables {
  /** The descriptors of a server. HBase's ReplicationSyncUp is none, and so its files are read. */
  static TableDescriptors of(ReplicationEndpoint.Context context) throws IOException {
    Optional<TableDescriptors> servers = Optional.ofNullable(context.getTableDescriptors());
    return servers.isPresent() ? servers.get() : onDisk(context.getLocalConfiguration());
  }

  private static TableDescriptors onDisk(Configuration site) throws IOException {
    return new FSTableDescriptors(
        CommonFSUtils.getCurrentFileSystem(site), CommonFSUtils.getRootDir(site), true, false);
  }

  @Override
  public boolean isSalted(TableName name) throws IOException {
    // HBase answers null also where it cannot read the file of the descriptor.
    TableDescriptor table =
        Optional.ofNullable(descriptors.get(name)).orElseThrow(() -> unknown(name));
    TableSetting setting = TableSetting.read(table, site, TableAttributes.SALTING_OBSERVER);
    return setting.refusal().isPresent()
        || setting.table().filter(of -> !of.isPlain()).isPresent()
        || !SpecMemory.agrees(table, Optional.empty());
  }

  private static IOException unknown(TableName name) {
    return new IOException(
        "table '"
            + name
            + "' has no descriptor that this server can read, so its files may have stored keys:"
            + " if the table was dropped, exclude it from the peer; if not, find out from the log"
            + " why the file system does not show it");
  }
}
