package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.AccessControl;
import io.halite.routing.scan.WholeAttribute;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;

/**
 * Refuses a read if a security coprocessor hides a part of it, where the rest would be taken for
 * what it is not.
 *
 * <ul>
 *   <li>The cells of a row lie in several places, and the AccessController judges each cell. A
 *       plain table that keeps one version hides {@code old/1}, which ann may read, behind {@code
 *       new/2}, which she may not: HBase counts the versions that it hides. In several places the
 *       owner of {@code old/1} does not have {@code new/2}, and would show {@code old/1}.
 *   <li>The reader concludes something from what is not there ({@link WholeAttribute}).
 * </ul>
 *
 * <p>Immutable.
 */
record NarrowedReads(SaltedTable table, RegionJudges judges) {
  /**
   * Passes if the get may be answered.
   *
   * @param judged a get that the security coprocessors have judged, with the filter that they set
   * @param user for whom they have judged it
   */
  void require(Get judged, Optional<User> user) throws IOException {
    if (WholeAttribute.isOn(judged) && judges.hideFrom(user, judged)) {
      throw notWhole();
    }
    requireAllVersions(judged);
  }

  /** The same of a scan. */
  void require(Scan judged, Optional<User> user) throws IOException {
    if (WholeAttribute.isOn(judged) && judges.hideFrom(user, judged)) {
      throw notWhole();
    }
    requireAllVersions(judged);
  }

  private AccessDeniedException notWhole() {
    return new AccessDeniedException(
        "this read must be shown all of its cells ("
            + WholeAttribute.ATTRIBUTE
            + "), and its user may not read some of them: grant READ on all families that it"
            + " reads, or let a superuser read (table '"
            + table.name()
            + "')");
  }

  private void requireAllVersions(Query judged) throws AccessDeniedException {
    if (!table.salt().isSinglePlace() && AccessControl.judgesEachCell(judged.getFilter())) {
      throw new AccessDeniedException(
          "the user may read only some of these cells (hbase.security.access.early_out=false), and"
              + " where a row lies in several places, a region would show cells that are"
              + " overwritten in another place: grant the user READ on the table, the families or"
              + " the columns that it reads, set early_out to true, or use a salt that gives each"
              + " row one place (table '"
              + table.name()
              + "')");
    }
  }
}
