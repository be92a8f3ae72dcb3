package io.halite.coprocessor.operate;

import io.halite.coprocessor.table.RegionSettings;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessChecker;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;

/**
 * Who is told what a table says of its keys: whoever may read the table, a family or a qualifier.
 *
 * <p>The hooks of a scan do not tell: where {@code hbase.security.access.early_out} is {@code
 * false}, AccessController lets everybody open one, and leaves a filter in it. Stateless.
 */
public final class TableReaders {
  private TableReaders() {}

  /**
   * Refuses whoever may read nothing of the table.
   *
   * @throws AccessDeniedException in AccessController's own words
   */
  public static void require(RegionCoprocessorEnvironment env) throws IOException {
    RegionCoprocessorHost host = ((HRegion) env.getRegion()).getCoprocessorHost();
    AccessController access = host.findCoprocessor(AccessController.class);
    if (access == null || !AccessChecker.isAuthorizationSupported(RegionSettings.of(env).site())) {
      // Other observers judge, if any; nothing is read.
      host.preScannerOpen(new StoredScan(KeyRange.all()));
      return;
    }
    Optional<User> caller = RpcServer.getRequestUser();
    User user = caller.isPresent() ? caller.get() : User.getCurrent();
    TableName table = env.getRegionInfo().getTable();
    if (!access.getAuthManager().accessUserTable(user, table, Permission.Action.READ)) {
      throw new AccessDeniedException(
          "Insufficient permissions for user '%s' (table=%s, action=READ)"
              .formatted(user.getShortName(), table));
    }
  }
}
