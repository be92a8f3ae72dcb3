package io.halite.coprocessor.latest;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.table.TableSetting;
import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The spec by which an endpoint reads its table's row keys: the observer's, or its own.
 *
 * @param spec the spec
 * @param observed whether the observer is on the table too, and shows filters natural keys
 */
record LatestSetting(SaltingSpec spec, boolean observed) {
  /**
   * Reads a table's descriptor.
   *
   * @throws DoNotRetryIOException if it holds no spec, two, or a wrong one
   */
  static LatestSetting read(TableDescriptor descriptor, Configuration conf)
      throws DoNotRetryIOException {
    TableSetting observer = TableSetting.read(descriptor, conf, SaltingObserver.class);
    observer.check();
    String own = ownArguments(descriptor);
    if (observer.table().isPresent()) {
      if (!own.isEmpty()) {
        throw refusal(descriptor, "'" + own + "': the observer of the table already has a spec");
      }
      return new LatestSetting(observer.table().get().spec(), true);
    }
    if (own.isEmpty()) {
      throw refusal(descriptor, "'': without the observer they must be key=<layout>,salt=none");
    }
    try {
      return new LatestSetting(SaltingSpec.parse(own), false);
    } catch (IllegalArgumentException e) {
      throw refusal(descriptor, String.valueOf(e.getMessage()));
    }
  }

  private static DoNotRetryIOException refusal(TableDescriptor descriptor, String reason) {
    return new DoNotRetryIOException(
        "arguments of LatestEndpoint "
            + reason
            + " (correct the coprocessor attributes of table '"
            + descriptor.getTableName()
            + "')");
  }

  private static String ownArguments(TableDescriptor descriptor) {
    List<CoprocessorAttribute> own = TableAttributes.of(descriptor, LatestEndpoint.class.getName());
    return own.isEmpty() ? "" : own.get(0).arguments();
  }
}
