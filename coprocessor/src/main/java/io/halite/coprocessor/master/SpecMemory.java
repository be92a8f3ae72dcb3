package io.halite.coprocessor.master;

import io.halite.keys.SaltingSpec;
import java.util.Objects;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * The spec as a value of the table's metadata, beside the attribute that loads the observer.
 *
 * <p>{@code describe} shows {@code METADATA => {'halite.spec' => 'key=…,salt=…'}}. It stays when
 * the observer's attribute is unset, or lost by a tool that does not know it, and then tells that
 * the table's keys are salted. Snapshots keep it. Stateless.
 */
final class SpecMemory {
  /** The name of the value. */
  static final String VALUE = "halite.spec";

  private SpecMemory() {}

  /** The spec that the metadata names, as text; null if it names none. */
  static String of(TableDescriptor table) {
    return table.getValue(VALUE);
  }

  /** The same table, which remembers {@code spec}; null leaves it as it is. */
  static TableDescriptor remember(TableDescriptor table, SaltingSpec spec) {
    if (spec == null || Objects.equals(of(table), spec.toString())) {
      return table;
    }
    return TableDescriptorBuilder.newBuilder(table).setValue(VALUE, spec.toString()).build();
  }

  /** The same table without its memory. */
  static TableDescriptor forget(TableDescriptor table) {
    return of(table) == null
        ? table
        : TableDescriptorBuilder.newBuilder(table).removeValue(VALUE).build();
  }

  /** Why a table without an observer must not serve, or null if it remembers no spec. */
  static String objection(TableDescriptor table) {
    String remembered = of(table);
    return remembered == null
        ? null
        : "table '%s' holds keys that are salted under '%s' (%s), but nothing loads the observer:"
                .formatted(table.getTableName(), remembered, VALUE)
            + " clients would see stored keys and write natural ones among them; give it back,"
            + " alter '%s', METHOD => 'table_att', 'coprocessor' =>"
                .formatted(table.getTableName().getNameAsString())
            + " '<jar or nothing>|io.halite.coprocessor.SaltingObserver||%s', or, to see stored"
                .formatted(remembered)
            + " keys, alter '%s', METHOD => 'table_att_unset', NAME => '%s'"
                .formatted(table.getTableName().getNameAsString(), VALUE);
  }
}
