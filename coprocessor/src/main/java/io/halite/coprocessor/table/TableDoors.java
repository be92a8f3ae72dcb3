package io.halite.coprocessor.table;

import io.halite.keys.KeyBytes;
import io.halite.routing.table.SaltedTable;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What a table's CONFIGURATION says of doors: {@code halite.doors} = {@code off}, or nothing.
 *
 * <p>The site alone opens doors. A table that gives another value, such as {@code OFF} or {@code
 * false}, wants something else than the site, so it has no doors either. Stateless.
 */
public final class TableDoors {
  private static final String OFF = "off";

  private TableDoors() {}

  /** Whether the table has no doors, whatever the site says. */
  public static boolean areOff(TableDescriptor descriptor) {
    return given(descriptor).isPresent();
  }

  /**
   * Why a table must not have its value; empty if it has none or the only one, or is not salted.
   */
  public static Optional<String> objection(
      TableDescriptor descriptor, Optional<SaltedTable> table) {
    return given(descriptor)
        .filter(value -> table.isPresent() && !value.equals(OFF))
        .map(
            value ->
                ("%s '%s' of table '%s' must be '%s', in lower case: a table can only leave doors"
                        + " out, and any value of it does; alter '%s', CONFIGURATION =>"
                        + " {'%s' => '%s'}, or unset it")
                    .formatted(
                        Setting.DOORS.key(),
                        KeyBytes.cut(value),
                        descriptor.getTableName(),
                        OFF,
                        descriptor.getTableName(),
                        Setting.DOORS.key(),
                        OFF));
  }

  private static Optional<String> given(TableDescriptor descriptor) {
    return new RegionSettings(new Configuration(false), descriptor).ofTable(Setting.DOORS);
  }
}
