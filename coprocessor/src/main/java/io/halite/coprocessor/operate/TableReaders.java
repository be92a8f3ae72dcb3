package io.halite.coprocessor.operate;

import io.halite.coprocessor.host.AccessControl;
import io.halite.coprocessor.host.AllFamilies;
import io.halite.coprocessor.host.AskedObserver.Question;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.SecurityClasses;
import io.halite.coprocessor.rights.RegionJudges;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.wal.WALEdit;

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
   * Returns the families whose every cell the user may read, as far as HBase's AccessController
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
        .anyMatch(each -> !isHBases(each) && SecurityClasses.isOne(each));
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
   * AccessController knows, or to whom another coprocessor that decides about rights refuses a scan
   * and a put into each family.
   *
   * @throws AccessDeniedException with the message of one of them
   */
  public static void requireUser(RegionCoprocessorEnvironment env) throws IOException {
    Optional<AccessController> access = access(env);
    if (access.isPresent()) {
      require(env, access.get(), Permission.Action.READ, Permission.Action.WRITE);
    }
    if (RegionSettings.of(env).authorizes() && (access.isEmpty() || othersJudge(env))) {
      requireUserOfOthers(env);
    }
  }

  private static void requireUserOfOthers(RegionCoprocessorEnvironment env) throws IOException {
    requireGuard(env);
    Scan all = AllFamilies.putOn(new StoredScan(KeyRange.all()), env.getRegion());
    try {
      askOthers(env, (observer, context) -> observer.preScannerOpen(context, all));
    } catch (AccessDeniedException mayNotRead) {
      if (!mayPutSome(env)) {
        throw mayNotRead;
      }
    }
  }

  private static boolean mayPutSome(RegionCoprocessorEnvironment env) throws IOException {
    byte[] start = env.getRegionInfo().getStartKey();
    for (byte[] family : env.getRegion().getTableDescriptor().getColumnFamilyNames()) {
      Put put = new Put(start.length == 0 ? new byte[1] : start);
      put.addColumn(family, HConstants.EMPTY_BYTE_ARRAY, HConstants.EMPTY_BYTE_ARRAY);
      try {
        askOthers(env, (observer, context) -> observer.prePut(context, put, new WALEdit()));
        return true;
      } catch (AccessDeniedException next) {
        // Perhaps into another family.
      }
    }
    return false;
  }

  /** Asks those alone that are not HBase's AccessController, which knows rights to a part. */
  private static void askOthers(RegionCoprocessorEnvironment env, Question question)
      throws IOException {
    new RegionJudges(env)
        .ask(
            Optional.of(ClientRequest.sender()),
            (observer, context) -> {
              if (!isHBases(observer.getClass())) {
                question.put(observer, context);
              }
            });
  }

  private static boolean isHBases(Class<?> judge) {
    return judge.equals(AccessController.class);
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
