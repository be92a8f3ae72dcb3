package io.halite.coprocessor.table;

import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.TableAttributes;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The spec in a table's descriptor, or the reason why the descriptor is wrong.
 *
 * <p>It is parsed from the whole raw {@code coprocessor$n} attribute: HBase cuts an attribute's
 * arguments at commas and silently drops what does not match. A wrong descriptor gives a setting
 * that refuses every operation: an {@code alter} repairs a region that is open and names the
 * reason, but not a region that cannot open.
 *
 * <p>The site's spec is that of user tables without an attribute, but not of index tables: entries
 * have keys of their own. System tables are never salted: HBase could not read them. Immutable and
 * thread-safe.
 */
public final class TableSetting {
  private final Optional<SaltedTable> table;
  private final Optional<String> refusal;

  private TableSetting(Optional<SaltedTable> table, Optional<String> refusal) {
    this.table = table;
    this.refusal = refusal;
  }

  /**
   * Reads a descriptor.
   *
   * @param observer the class to look for
   */
  public static TableSetting read(
      TableDescriptor descriptor, Configuration conf, Class<?> observer) {
    return read(descriptor, conf, observer.getName());
  }

  /** The same, by the name of the class. */
  public static TableSetting read(TableDescriptor descriptor, Configuration conf, String observer) {
    if (descriptor.getTableName().isSystemTable()) {
      return new TableSetting(Optional.empty(), Optional.empty());
    }
    try {
      List<CoprocessorAttribute> found = TableAttributes.of(descriptor, observer);
      if (found.size() > 1) {
        return refusing(
            descriptor,
            "the observer is loaded "
                + found.size()
                + " times by the table's attributes; once is"
                + " right, since each would salt again: unset all but one");
      }
      Optional<String> text =
          Setting.DEFAULT_SPEC.given(conf).filter(spec -> !IndexTable.isOne(descriptor));
      if (found.size() == 1) {
        checkPriority(found.get(0).priority());
        text = Optional.of(found.get(0).arguments());
      }
      return new TableSetting(
          text.map(SaltingSpec::parse)
              .map(spec -> new SaltedTable(descriptor.getTableName(), spec)),
          Optional.empty());
    } catch (IllegalArgumentException e) {
      return refusing(descriptor, String.valueOf(e.getMessage()));
    }
  }

  /** A setting under which every data operation is refused with this reason. */
  public static TableSetting refusing(TableDescriptor descriptor, String reason) {
    return new TableSetting(
        Optional.empty(), Optional.of(reason + " (table '" + descriptor.getTableName() + "')"));
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
    return refusal.isPresent() || table.isPresent();
  }

  /** The table, if it has a spec that is right. */
  public Optional<SaltedTable> table() {
    return table;
  }

  /** The spec, if it has one that is right. */
  public Optional<SaltingSpec> spec() {
    return table.map(SaltedTable::spec);
  }

  /** Refuses if the descriptor is wrong. */
  public void check() throws DoNotRetryIOException {
    if (refusal.isPresent()) {
      throw new DoNotRetryIOException(refusal.get());
    }
  }

  /** Why every operation is refused, if it is. */
  public Optional<String> refusal() {
    return refusal;
  }

  /** The spec as refusals show it, such as {@code 'key=row:*,salt=none'} or {@code no spec}. */
  public String shown() {
    return refusal
        .map(why -> "a wrong spec (" + why + ")")
        .or(() -> spec().map(spec -> "'" + spec + "'"))
        .orElse("no spec");
  }
}
