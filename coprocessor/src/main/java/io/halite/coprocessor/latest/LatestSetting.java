package io.halite.coprocessor.latest;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.table.TableSetting;
import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.TableAttributes;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The spec by which an endpoint reads its table's row keys: the observer's, or its own without
 * salt.
 *
 * @param spec the spec
 */
record LatestSetting(SaltingSpec spec) {
  /**
   * Reads a table's descriptor.
   *
   * @throws DoNotRetryIOException if it holds no spec, two, or a wrong one, or if the endpoint's
   *     own has a salt
   */
  static LatestSetting read(TableDescriptor descriptor, Configuration conf)
      throws DoNotRetryIOException {
    TableSetting observer = TableSetting.read(descriptor, conf, SaltingObserver.class);
    observer.check();
    String own = ownArguments(descriptor);
    if (observer.table().isPresent()) {
      if (!own.isEmpty()) {
        throw refusal(
            descriptor,
            "its own spec '" + own + "', but the observer has one already: remove the endpoint's");
      }
      return new LatestSetting(observer.table().get().spec());
    }
    if (own.isEmpty()) {
      throw refusal(
          descriptor,
          "no spec: load the SaltingObserver, or give the endpoint the arguments"
              + " key=<layout>,salt=none");
    }
    return new LatestSetting(unsalted(descriptor, own));
  }

  private static SaltingSpec unsalted(TableDescriptor descriptor, String own)
      throws DoNotRetryIOException {
    SaltingSpec spec;
    try {
      spec = SaltingSpec.parse(own);
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(
          e.getMessage() + " (table '" + descriptor.getTableName() + "')", e);
    }
    if (!new SaltedTable(descriptor.getTableName(), spec).isPlain()) {
      // Without the observer, rows are stored unsalted: a query would look for them elsewhere.
      throw refusal(
          descriptor,
          "its own spec '"
              + own
              + "', but without the SaltingObserver nothing salts the rows: load the observer with"
              + " this spec, or give the endpoint the arguments key=<layout>,salt=none");
    }
    return spec;
  }

  private static DoNotRetryIOException refusal(TableDescriptor descriptor, String reason) {
    return new DoNotRetryIOException(
        "LatestEndpoint of table '" + descriptor.getTableName() + "' has " + reason);
  }

  private static String ownArguments(TableDescriptor descriptor) {
    List<CoprocessorAttribute> own = TableAttributes.of(descriptor, LatestEndpoint.class.getName());
    return own.isEmpty() ? "" : own.get(0).arguments();
  }
}
