package io.halite.coprocessor.table;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.util.Optional;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * The spec under which the rows of a table are stored, as a value of the table's metadata beside
 * the attribute that loads the observer.
 *
 * <p>{@code describe} shows {@code METADATA => {'halite.spec' => 'key=…,salt=…'}}. The value stays
 * if a user or a tool removes the observer's attribute, and then shows that the table's keys are
 * salted. It stays, too, if the attribute gets another spec; then regions refuse every request.
 * Snapshots keep it. Stateless.
 */
public final class SpecMemory {
  /** The name of the value. */
  public static final String VALUE = TableAttributes.REMEMBERED_SPEC;

  private SpecMemory() {}

  /** Returns the text of the spec in the metadata; empty if there is none. */
  public static Optional<String> of(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(VALUE));
  }

  /** Returns the same descriptor with {@code spec} in its metadata. */
  public static TableDescriptor remember(TableDescriptor table, SaltingSpec spec) {
    String text = spec.toString();
    return of(table).equals(Optional.of(text))
        ? table
        : TableDescriptorBuilder.newBuilder(table).setValue(VALUE, text).build();
  }

  /** Whether an alter writes another spec into the metadata by hand. */
  public static boolean isRewritten(TableDescriptor current, TableDescriptor altered) {
    return of(altered).isPresent() && !of(altered).equals(of(current));
  }

  /** Returns {@code altered} with the metadata's spec of {@code current}, if that has one. */
  public static TableDescriptor keep(TableDescriptor current, TableDescriptor altered) {
    return of(current)
        .map(text -> TableDescriptorBuilder.newBuilder(altered).setValue(VALUE, text).build())
        .orElse(altered);
  }

  /**
   * Returns {@code altered} with the metadata's spec of {@code current}, or with {@code spec} if
   * that has none.
   */
  public static TableDescriptor keep(
      TableDescriptor current, TableDescriptor altered, SaltingSpec spec) {
    return of(current).isEmpty() ? remember(altered, spec) : keep(current, altered);
  }

  /** Returns the same descriptor without a spec in its metadata. */
  public static TableDescriptor forget(TableDescriptor table) {
    return of(table).isEmpty()
        ? table
        : TableDescriptorBuilder.newBuilder(table).removeValue(VALUE).build();
  }

  /** Whether the rows that the metadata speaks of lie where {@code spec} looks for them. */
  public static boolean agrees(TableDescriptor table, Optional<SaltingSpec> spec) {
    Optional<String> text = of(table);
    try {
      return text.isEmpty() || SaltingSpec.storeRowsAlike(text.map(SaltingSpec::parse), spec);
    } catch (IllegalArgumentException e) {
      // Written by hand, or by another version of Halite.
      return text.equals(spec.map(SaltingSpec::toString));
    }
  }

  /**
   * Returns why a region must refuse every request: its table has {@code spec}, and its rows are
   * stored under another one. Empty if the rows are stored so, or if the metadata has no spec.
   */
  public static Optional<String> objection(TableDescriptor table, Optional<SaltingSpec> spec) {
    return agrees(table, spec)
        ? Optional.empty()
        : of(table)
            .map(
                remembered ->
                    "the table has %s, but its rows are stored under '%s' (%s)"
                            .formatted(
                                spec.map(given -> "the spec '" + given + "'").orElse("no spec"),
                                remembered,
                                VALUE)
                        + ": no row would be found, and counters would begin at 0 again; disable"
                        + " the table and alter it back to the spec of its rows");
  }

  /** Returns why a new table without an observer must not be created; empty if it may. */
  public static Optional<String> objectionToNew(TableDescriptor table) {
    return of(table)
        .map(
            remembered ->
                "table '%s' is created with %s = '%s', but nothing loads the observer: its rows"
                        .formatted(table.getTableName(), VALUE, remembered)
                    + " would be natural keys, and HBase would not enable it again. Create it"
                    + " without this value, or with 'coprocessor' =>"
                    + " '<jar or nothing>|io.halite.coprocessor.SaltingObserver||%s'"
                        .formatted(remembered));
  }

  /**
   * Returns why a table without an observer must not serve; empty if its metadata has no spec, or
   * one under which natural keys are stored.
   */
  public static Optional<String> objection(TableDescriptor table) {
    String name = table.getTableName().getNameAsString();
    return of(table)
        .filter(remembered -> !agrees(table, Optional.empty()))
        .map(
            remembered ->
                "table '%s' holds keys that are salted under '%s' (%s), but nothing loads the"
                        .formatted(name, remembered, VALUE)
                    + " observer: clients would see stored keys and write natural keys among them."
                    + " To load the observer again: alter '%s', %s. To see stored keys: %s"
                        .formatted(name, attribute(remembered), forgetting(name)));
  }

  /**
   * Returns why a table without an observer must not be truncated; empty if its metadata has no
   * spec, or one under which natural keys are stored.
   */
  public static Optional<String> objectionToTruncation(TableDescriptor table) {
    String name = table.getTableName().getNameAsString();
    return of(table)
        .filter(remembered -> !agrees(table, Optional.empty()))
        .map(
            remembered ->
                "truncate would enable table '%s' as a plain one, and its rows from then on would"
                        .formatted(name)
                    + " be taken for rows under '%s' (%s): before you truncate it, unset that value"
                        .formatted(remembered, VALUE)
                    + " (%s), or load the observer again (alter '%s', %s)"
                        .formatted(forgetting(name), name, attribute(remembered)));
  }

  private static String attribute(String spec) {
    return "METHOD => 'table_att', 'coprocessor' => '<jar or nothing>%s'"
        .formatted(TableAttributes.salting(spec));
  }

  private static String forgetting(String name) {
    return "alter '%s', METHOD => 'table_att_unset', NAME => '%s'".formatted(name, VALUE);
  }
}
