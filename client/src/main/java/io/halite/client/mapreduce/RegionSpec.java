package io.halite.client.mapreduce;

import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The spec under which the regions of a table serve it. They tell it to users who may read the
 * table, while HBase shows the descriptor to administrators alone. Stateless.
 */
final class RegionSpec {
  private static final Logger LOG = LoggerFactory.getLogger(RegionSpec.class);

  private RegionSpec() {}

  /** Returns the table under its spec; empty if it has none or this user may not learn it. */
  static Optional<SaltedTable> readable(Table table, byte[] row) throws IOException {
    try {
      return of(table, row);
    } catch (AccessDeniedException | TableNotFoundException e) {
      // Of a table whose descriptor a user may not see, HBase says that it is not there.
      LOG.warn(
          "the spec of table '{}' cannot be read, so the splits are gateway regions: {}",
          table.getName(),
          e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Returns the table under the spec of one of its regions; empty if that region has none.
   *
   * @param row any stored key of the region
   */
  static Optional<SaltedTable> of(Table table, byte[] row) throws IOException {
    try {
      String spec = RegionStub.facts(table, row).spec();
      return Optional.of(new SaltedTable(table.getName(), SaltingSpec.parse(spec)));
    } catch (UnknownProtocolException e) {
      LOG.debug("table '{}' has no SaltingObserver", table.getName(), e);
      return Optional.empty();
    } catch (LinkageError e) {
      LOG.debug("HBase's shaded jars can call no endpoint of table '{}'", table.getName(), e);
      return described(table.getDescriptor());
    }
  }

  /** Returns a table under the spec of its descriptor; empty if it has none. */
  static Optional<SaltedTable> described(TableDescriptor descriptor) throws IOException {
    List<CoprocessorAttribute> found =
        TableAttributes.of(descriptor, TableAttributes.SALTING_OBSERVER);
    if (found.size() > 1) {
      throw new IOException(
          "table '"
              + descriptor.getTableName()
              + "' has "
              + found.size()
              + " attributes that salt it, and one is right: unset all but one");
    }
    return found.stream()
        .findFirst()
        .map(attribute -> SaltingSpec.parse(attribute.arguments()))
        .map(spec -> new SaltedTable(descriptor.getTableName(), spec));
  }
}
