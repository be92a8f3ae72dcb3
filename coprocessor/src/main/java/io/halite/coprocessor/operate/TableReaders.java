package io.halite.coprocessor.operate;

import io.halite.coprocessor.host.AccessControl;
import io.halite.coprocessor.host.AllFamilies;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.SecurityClasses;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;

/**
 * Decides which users may see a table's spec: users who may read the table, a family or a
 * qualifier.
 *
 * <p>The hooks of a scan do not decide this: where {@code hbase.security.access.early_out} is
 * {@code false}, AccessController lets every user open a scan, with a filter in it. Stateless.
 */
public final class TableReaders {
  private TableReaders() {}

  /**
   * Refuses a user who may read nothing of the table, or for whom another coprocessor that decides
   * about rights refuses a scan.
   *
   * @throws AccessDeniedException with the message of AccessController
   */
  public static void require(RegionCoprocessorEnvironment env) throws IOException {
    Optional<AccessController> access = access(env);
    if (access.isPresent()) {
      require(env, access.get(), Permission.Action.READ);
    } else {
      requireGuard(env);
    }
    if (access.isEmpty() || othersJudge(env)) {
      // Other observers, if there are any, judge the scan; it reads no row.
      host(env).preScannerOpen(AllFamilies.putOn(new StoredScan(KeyRange.all()), env.getRegion()));
    }
  }

  /**
   * Returns the families of which the user may read every cell, as far as HBase's AccessController
   * knows. Where another coprocessor decides, too, or one derived from it, only superusers may.
   */
  public static Predicate<byte[]> readableFamilies(RegionCoprocessorEnvironment env)
      throws IOException {
    User user = ClientRequest.sender();
    if (!RegionSettings.of(env).authorizes() || AccessControl.isSuperuser(user)) {
      return family -> true;
    }
    Optional<AccessController> access = access(env);
    boolean alone = !othersJudge(env);
    TableName table = env.getRegionInfo().getTable();
    return family ->
        alone
            && access.isPresent()
            && AccessControl.mayReadFamily(access.get(), user, table, family);
  }

  /** Whether any but HBase's AccessController decides; a class derived from it may refuse more. */
  private static boolean othersJudge(RegionCoprocessorEnvironment env) {
    return host(env).findCoprocessors(RegionCoprocessor.class).stream()
        .map(Object::getClass)
        .anyMatch(each -> !each.equals(AccessController.class) && SecurityClasses.isOne(each));
  }

  /** Requires a coprocessor that decides about rights, where authorization is on. */
  static void requireGuard(RegionCoprocessorEnvironment env) throws AccessDeniedException {
    boolean guarded =
        host(env).findCoprocessors(RegionCoprocessor.class).stream()
            .anyMatch(each -> SecurityClasses.isOne(each.getClass()));
    if (RegionSettings.of(env).authorizes() && !guarded) {
      throw new AccessDeniedException(
          "authorization is on, but no coprocessor that decides about rights is loaded on server "
              + env.getServerName()
              + ": load the same ones on all servers (hbase.coprocessor.region.classes)");
    }
  }

  /**
   * Refuses a user who may neither read nor write anything of the table, as far as HBase's
   * AccessController knows.
   *
   * @throws AccessDeniedException with the message of AccessController
   */
  public static void requireUser(RegionCoprocessorEnvironment env) throws IOException {
    Optional<AccessController> access = access(env);
    if (access.isPresent()) {
      require(env, access.get(), Permission.Action.READ, Permission.Action.WRITE);
    }
  }

  private static RegionCoprocessorHost host(RegionCoprocessorEnvironment env) {
    return ((HRegion) env.getRegion()).getCoprocessorHost();
  }

  private static Optional<AccessController> access(RegionCoprocessorEnvironment env) {
    return RegionSettings.of(env).authorizes() ? AccessControl.of(env) : Optional.empty();
  }

  private static void require(
      RegionCoprocessorEnvironment env, AccessController access, Permission.Action... any)
      throws IOException {
    User user = ClientRequest.sender();
    TableName table = env.getRegionInfo().getTable();
    for (Permission.Action action : any) {
      if (AccessControl.allowsSome(access, user, table, action)) {
        return;
      }
    }
    throw denied(user, table, any);
  }

  /** The words of AccessController, with each of the rights that would do. */
  static AccessDeniedException denied(User user, TableName table, Permission.Action... any) {
    String rights = Arrays.stream(any).map(Enum::name).collect(Collectors.joining(", "));
    return new AccessDeniedException(
        "Insufficient permissions for user '%s' (table=%s, action=%s%s)"
            .formatted(user.getShortName(), table, any.length == 1 ? "" : "any of ", rights));
  }
}
