package io.halite.coprocessor.table;

import io.halite.routing.table.SaltedTable;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Families with {@code NEW_VERSION_BEHAVIOR}, which a table must not have if the cells of a row may
 * lie in many places.
 *
 * <p>In such a family a version that newer ones have overwritten stays overwritten after these are
 * deleted: HBase looks at the order of the writes, which each region numbers for itself. Example:
 * one version is kept, and under {@code random % 16} the puts at times 1 and 2 lie in two places.
 * After the put at 2 is deleted, a plain table has no value, and the place of the put at 1 shows
 * that. Stateless.
 */
final class OrderedFamilies {
  private OrderedFamilies() {}

  /** Why a table must not serve with its families; empty if it may. */
  static Optional<String> objection(TableDescriptor descriptor, Optional<SaltedTable> table) {
    return objection(descriptor, table, names(descriptor, table));
  }

  /** Why a table must not get more such families; empty if it gets none. */
  static Optional<String> objectionToChange(
      TableDescriptor current,
      Optional<SaltedTable> now,
      TableDescriptor altered,
      Optional<SaltedTable> then) {
    Set<String> before = names(current, now);
    Set<String> added =
        names(altered, then).stream()
            .filter(name -> !before.contains(name))
            .collect(Collectors.toSet());
    return objection(altered, then, added);
  }

  private static Set<String> names(TableDescriptor descriptor, Optional<SaltedTable> table) {
    return table.isEmpty() || table.get().salt().isSinglePlace()
        ? Set.of()
        : Arrays.stream(descriptor.getColumnFamilies())
            .filter(ColumnFamilyDescriptor::isNewVersionBehavior)
            .map(family -> Bytes.toStringBinary(family.getName()))
            .collect(Collectors.toSet());
  }

  private static Optional<String> objection(
      TableDescriptor descriptor, Optional<SaltedTable> table, Set<String> families) {
    return families.stream()
        .sorted()
        .findFirst()
        .flatMap(
            family ->
                table.map(
                    salted ->
                        ("family '%s' of table '%s' has NEW_VERSION_BEHAVIOR, by which the order of"
                                + " writes decides which versions are hidden, but salt '%s' keeps a"
                                + " row in many places, and no order covers them all: a value that"
                                + " was overwritten would come back; salt by 'hash(*) %% N', which"
                                + " keeps each row in one place, or set NEW_VERSION_BEHAVIOR =>"
                                + " 'false'")
                            .formatted(family, descriptor.getTableName(), salted.salt())));
  }
}
