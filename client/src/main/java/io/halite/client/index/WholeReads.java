package io.halite.client.index;

import io.halite.keys.RowIndex;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.security.SecurityCapability;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission;

/**
 * The right to read all that an index is made of. The servers hide rows and cells in silence from a
 * user who has it for a part. Stateless.
 */
final class WholeReads {
  private WholeReads() {}

  /**
   * Refuses a user who may not read all that the index is made of: the whole family of its column,
   * or the whole table.
   *
   * @param done what is refused, {@code swept}
   * @param reason why it needs the right
   */
  static void require(
      Connection connection, TableName table, RowIndex index, String done, String reason)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.getSecurityCapabilities().contains(SecurityCapability.AUTHORIZATION)) {
        return;
      }
      Permission.Builder read = Permission.newBuilder(table).withActions(Permission.Action.READ);
      index.column().ifPresent(column -> read.withFamily(column.familyBytes()));
      if (!admin.hasUserPermissions(List.of(read.build())).get(0)) {
        String what =
            index
                .column()
                .map(column -> "all of family '" + column.family() + "'")
                .orElse("all of the table");
        throw new AccessDeniedException(
            ("nothing was %s: '%s' of table '%s' can be %s only by a user who may read %s, since"
                    + " %s: grant READ, or let a superuser do it if Apache Ranger decides about"
                    + " rights, which the master does not ask")
                .formatted(done, index.name(), table, done, what, reason));
      }
    }
  }
}
