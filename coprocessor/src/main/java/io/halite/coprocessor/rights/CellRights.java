package io.halite.coprocessor.rights;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.PermissionStorage;

/** What HBase's AccessController leaves on a mutation for the region that will apply it. */
final class CellRights {
  /** The AccessController's note that it will decide when it has seen the existing cells. */
  private static final String UNDECIDED = "check_covering_perm";

  private CellRights() {}

  /**
   * Refuses a mutation about which the AccessController decides by existing cells: it does so in a
   * hook under the row lock, which a gateway never reaches.
   */
  static void refuseUndecided(Mutation natural) throws AccessDeniedException {
    if (natural.getAttribute(UNDECIDED) != null) {
      throw new AccessDeniedException(
          "the right to write these cells depends on the cells that they cover"
              + " (hbase.security.access.early_out=false), and the gateway of a salted table does"
              + " not hold those cells: grant the user WRITE on the table, the families or the"
              + " columns that it writes");
    }
  }

  /**
   * Takes off the permissions that the AccessController has just put on the cells of a mutation
   * with an access control list: the list goes along as an attribute, and the owner's
   * AccessController puts it on the cells once more.
   */
  static void leaveTagsToTheOwner(Mutation natural) {
    if (natural.getACL() == null) {
      return;
    }
    for (Map.Entry<byte[], List<Cell>> family : natural.getFamilyCellMap().entrySet()) {
      family.getValue().replaceAll(CellRights::withoutPermissions);
    }
  }

  private static Cell withoutPermissions(Cell cell) {
    List<Tag> tags = PrivateCellUtil.getTags(cell);
    List<Tag> others =
        tags.stream().filter(tag -> tag.getType() != PermissionStorage.ACL_TAG_TYPE).toList();
    return others.size() == tags.size() ? cell : PrivateCellUtil.createCell(cell, others);
  }
}
