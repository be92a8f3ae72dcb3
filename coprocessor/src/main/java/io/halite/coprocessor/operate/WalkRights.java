package io.halite.coprocessor.operate;

import io.halite.coprocessor.host.AccessControl;
import io.halite.coprocessor.host.AllFamilies;
import io.halite.coprocessor.host.AskedObserver.Question;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.SecurityClasses;
import io.halite.coprocessor.rights.RegionJudges;
import io.halite.keys.KeyRange;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.wal.WALEdit;

/** What the sender of a walk may do to all rows of a region, and see of them. Immutable. */
final class WalkRights {
  private final RegionCoprocessorEnvironment env;

  WalkRights(RegionCoprocessorEnvironment env) {
    this.env = env;
  }

  /**
   * Refuses a user who may not delete rows of the region, before a row is looked for: so a user
   * without that right does not learn whether there is one.
   *
   * @param mark of a delete of the table's spec
   * @throws AccessDeniedException also where the right depends on the cells of each row
   */
  void requireDeleter(Mark mark) throws IOException {
    TableReaders.requireGuard(env);
    byte[] start = env.getRegionInfo().getStartKey();
    Delete any =
        new StoredDelete(
            start.length == 0 ? new byte[1] : start,
            env.getRegion().getTableDescriptor().getColumnFamilyNames(),
            OptionalLong.empty());
    mark.putOn(any);
    askSecurity((observer, context) -> observer.preDelete(context, any, new WALEdit()));
    if (AccessControl.isUndecided(any)) {
      throw new AccessDeniedException(
          "Insufficient permissions (table=%s, action=WRITE): to delete rows by prefix, or to count"
                  .formatted(env.getRegionInfo().getTable())
              + " them for it, needs the right to write every family");
    }
  }

  /**
   * Refuses everybody where cells may have labels. HBase hides a labelled cell from the scan of a
   * user, and keeps it from a delete without its label's expression; a walk has neither, so it
   * would name rows that the user does not see, and count rows as deleted that stay.
   */
  void requireNoLabels() throws DoNotRetryIOException {
    boolean labels =
        host().findCoprocessors(RegionCoprocessor.class).stream()
            .anyMatch(each -> SecurityClasses.isLabelling(each.getClass()));
    if (labels) {
      throw new DoNotRetryIOException(
          "rows of table '%s' are not deleted by prefix, nor counted for it, since the"
                  .formatted(env.getRegionInfo().getTable())
              + " VisibilityController is loaded: scan the prefix, and delete each row with the"
              + " label's expression");
    }
  }

  /**
   * Refuses a user who may not read all rows: who counts those of one prefix after the other learns
   * their keys. It runs the hooks of a scan.
   */
  void requireReader() throws IOException {
    TableReaders.requireGuard(env);
    Scan all = everything();
    host().preScannerOpen(all);
    if (all.getFilter() != null) {
      throw new AccessDeniedException(
          "Insufficient permissions (table=%s, action=READ): to count rows by prefix needs the"
                  .formatted(env.getRegionInfo().getTable())
              + " right to read every family");
    }
  }

  /** Whether the user may read all rows. */
  boolean readsAll() throws IOException {
    Scan all = everything();
    try {
      askSecurity((observer, context) -> observer.preScannerOpen(context, all));
      return all.getFilter() == null;
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  private Scan everything() {
    return AllFamilies.putOn(new StoredScan(KeyRange.all()), env.getRegion());
  }

  private void askSecurity(Question question) throws IOException {
    new RegionJudges(env).ask(Optional.of(ClientRequest.sender()), question);
  }

  private RegionCoprocessorHost host() {
    return ((HRegion) env.getRegion()).getCoprocessorHost();
  }
}
