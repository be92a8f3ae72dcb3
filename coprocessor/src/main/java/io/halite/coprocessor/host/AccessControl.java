package io.halite.coprocessor.host;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessChecker;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.PermissionStorage;
import org.jspecify.annotations.Nullable;

/**
 * What Halite needs of HBase's AccessController and its public API does not offer: whether rights
 * are checked at all, the attributes that it sets on mutations, the tags that it sets on cells, and
 * which users are superusers or have a right in a table. Stateless.
 */
public final class AccessControl {
  /** The note on a mutation that the decision waits for the existing cells, under the row lock. */
  private static final String UNDECIDED = "check_covering_perm";

  /** The note on a mutation that its tags have been looked at. */
  private static final String TAGS_CHECKED = "tag_check_passed";

  private static final String FILTER =
      "org.apache.hadoop.hbase.security.access.AccessControlFilter";

  /** The strategy of that filter where {@code hbase.security.access.early_out} is true. */
  private static final String BY_COLUMN = "CHECK_TABLE_AND_CF_ONLY";

  private AccessControl() {}

  /** Whether a site turns on users' rights. */
  public static boolean isOn(Configuration site) {
    return AccessChecker.isAuthorizationSupported(site);
  }

  /** Whether a user may do everything, as the user of the servers may. */
  public static boolean isSuperuser(User user) {
    return Superusers.isSuperUser(user);
  }

  /** Whether the AccessController has let a mutation pass to decide by the cells that it covers. */
  public static boolean isUndecided(Mutation judged) {
    return judged.getAttribute(UNDECIDED) != null;
  }

  /** Gives {@code copy} the note about tags that {@code original} has, or takes it off. */
  public static void copyTagsChecked(Mutation original, Mutation copy) {
    copy.setAttribute(TAGS_CHECKED, original.getAttribute(TAGS_CHECKED));
  }

  /** Takes the permissions of cells, which are tags of the cells, off a mutation. */
  public static void removePermissions(Mutation mutation) {
    for (Map.Entry<byte[], List<Cell>> family : mutation.getFamilyCellMap().entrySet()) {
      family.getValue().replaceAll(AccessControl::withoutPermissions);
    }
  }

  private static Cell withoutPermissions(Cell cell) {
    List<Tag> tags = PrivateCellUtil.getTags(cell);
    List<Tag> others =
        tags.stream().filter(tag -> tag.getType() != PermissionStorage.ACL_TAG_TYPE).toList();
    return others.size() == tags.size() ? cell : PrivateCellUtil.createCell(cell, others);
  }

  /** Whether a filter is the one by which the AccessController hides cells. */
  public static boolean isFilter(Filter filter) {
    // By name, since the class is not public.
    return filter.getClass().getName().equals(FILTER);
  }

  /**
   * Whether a filter is, or contains, one by which the AccessController judges each cell by itself,
   * and not all versions of a column alike. If this HBase does not show it, it is taken for one.
   */
  public static boolean judgesEachCell(@Nullable Filter filter) {
    if (filter instanceof FilterList list) {
      return list.getFilters().stream().anyMatch(AccessControl::judgesEachCell);
    }
    return filter != null && isFilter(filter) && !BY_COLUMN.equals(strategy(filter));
  }

  private static String strategy(Filter filter) {
    try {
      Field strategy = filter.getClass().getDeclaredField("strategy");
      strategy.setAccessible(true);
      return String.valueOf(strategy.get(filter));
    } catch (ReflectiveOperationException otherHost) {
      return "";
    }
  }

  /** The AccessController of a region, if it is loaded there. */
  public static Optional<AccessController> of(RegionCoprocessorEnvironment env) {
    return Optional.ofNullable(
        ((HRegion) env.getRegion()).getCoprocessorHost().findCoprocessor(AccessController.class));
  }

  /** Whether a user may do so in the table, or in a family or qualifier of it. */
  public static boolean allowsSome(
      AccessController access, User user, TableName table, Permission.Action action) {
    return access.getAuthManager().accessUserTable(user, table, action);
  }

  /**
   * Whether a user may read all cells of a family, as far as no cell has permissions of its own.
   */
  public static boolean mayReadFamily(
      AccessController access, User user, TableName table, byte[] family) {
    // With a qualifier, though none: else a right to one qualifier would pass for one to all.
    return access
        .getAuthManager()
        .authorizeUserTable(user, table, family, null, Permission.Action.READ);
  }
}
