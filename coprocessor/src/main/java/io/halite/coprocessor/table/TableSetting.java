package io.halite.coprocessor.table;

import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.TableAttributes;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What a table descriptor says of its salting.
 *
 * <p>Read from the raw {@code coprocessor$n} attribute, wholly: HBase cuts an attribute's arguments
 * at commas and drops what does not match, without a word. A descriptor that is wrong gives a
 * setting that refuses: a region that is open and says why is mended by an {@code alter}, a region
 * that cannot open is not.
 */
public final class TableSetting {
  /** Site configuration: the spec of tables whose own attribute names no observer. */
  public static final String DEFAULT_SPEC_KEY = "halite.default.spec";

  private final SaltedTable table;
  private final String refusal;

  private TableSetting(SaltedTable table, String refusal) {
    this.table = table;
    this.refusal = refusal;
  }

  /**
   * Reads a descriptor.
   *
   * @param observer the class name to look for
   */
  public static TableSetting read(
      TableDescriptor descriptor, Configuration conf, Class<?> observer) {
    try {
      List<CoprocessorAttribute> found = TableAttributes.of(descriptor, observer.getName());
      if (found.size() > 1) {
        return refusing(
            descriptor,
            "the observer is loaded "
                + found.size()
                + " times by the table's attributes; once is"
                + " right, since each would salt again: unset all but one");
      }
      SaltingSpec spec = null;
      if (found.size() == 1) {
        checkPriority(found.get(0).priority());
        spec = SaltingSpec.parse(found.get(0).arguments());
      } else if (conf.get(DEFAULT_SPEC_KEY) != null) {
        spec = SaltingSpec.parse(conf.get(DEFAULT_SPEC_KEY));
      }
      return new TableSetting(
          spec == null ? null : new SaltedTable(descriptor.getTableName(), spec), null);
    } catch (IllegalArgumentException e) {
      return refusing(descriptor, e.getMessage());
    }
  }

  /** A setting under which every data operation is refused with this reason. */
  public static TableSetting refusing(TableDescriptor descriptor, String reason) {
    return new TableSetting(null, reason + " (table '" + descriptor.getTableName() + "')");
  }

  private static void checkPriority(String priority) {
    if (!priority.isEmpty() && Long.parseLong(priority) < Coprocessor.PRIORITY_USER) {
      throw new IllegalArgumentException(
          "priority '"
              + priority
              + "' must be empty or at least "
              + Coprocessor.PRIORITY_USER
              + ": a lower number runs before the security coprocessors, which would never be"
              + " asked");
    }
  }

  /** Whether the table has a spec that forwards, or a mistake that refuses. */
  public boolean isSalted() {
    return refusal != null || table != null;
  }

  /** The table, or null if it has no spec. */
  public SaltedTable table() {
    return table;
  }

  /** Refuses if the descriptor is wrong. */
  public void check() throws DoNotRetryIOException {
    if (refusal != null) {
      throw new DoNotRetryIOException(refusal);
    }
  }

  /** Why every operation is refused, or null. */
  public String refusal() {
    return refusal;
  }
}
