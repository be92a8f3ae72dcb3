package io.halite.coprocessor.master;

import io.halite.keys.SaltingSpec;
import java.util.Optional;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * The spec as a value of the table's metadata, beside the attribute that loads the observer.
 *
 * <p>{@code describe} shows {@code METADATA => {'halite.spec' => 'key=…,salt=…'}}. The value stays
 * if a user or a tool removes the observer's attribute, and then shows that the table's keys are
 * salted. Snapshots keep it. Stateless.
 */
final class SpecMemory {
  /** The name of the value. */
  static final String VALUE = "halite.spec";

  private SpecMemory() {}

  /** Returns the text of the spec in the metadata; empty if there is none. */
  static Optional<String> of(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(VALUE));
  }

  /** Returns the same descriptor with {@code spec} in its metadata. */
  static TableDescriptor remember(TableDescriptor table, SaltingSpec spec) {
    String text = spec.toString();
    return of(table).equals(Optional.of(text))
        ? table
        : TableDescriptorBuilder.newBuilder(table).setValue(VALUE, text).build();
  }

  /** Returns the same descriptor without a spec in its metadata. */
  static TableDescriptor forget(TableDescriptor table) {
    return of(table).isEmpty()
        ? table
        : TableDescriptorBuilder.newBuilder(table).removeValue(VALUE).build();
  }

  /** Returns why a table without an observer must not serve; empty if its metadata has no spec. */
  static Optional<String> objection(TableDescriptor table) {
    String name = table.getTableName().getNameAsString();
    return of(table)
        .map(
            remembered ->
                "table '%s' holds keys that are salted under '%s' (%s), but nothing loads the"
                        .formatted(name, remembered, VALUE)
                    + " observer: clients would see stored keys and write natural keys among them."
                    + " To load the observer again: alter '%s', METHOD => 'table_att',"
                        .formatted(name)
                    + " 'coprocessor' =>"
                    + " '<jar or nothing>|io.halite.coprocessor.SaltingObserver||%s'."
                        .formatted(remembered)
                    + " To see stored keys: alter '%s', METHOD => 'table_att_unset', NAME => '%s'"
                        .formatted(name, VALUE));
  }
}
