package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.AccessControl;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** What HBase's AccessController leaves on a mutation for the region that will apply it. */
final class CellRights {
  private CellRights() {}

  /**
   * Refuses a mutation about which the AccessController decides by existing cells: that hook runs
   * under the row lock, which a gateway never takes.
   */
  static void refuseUndecided(Mutation natural) throws AccessDeniedException {
    if (AccessControl.isUndecided(natural)) {
      throw new AccessDeniedException(
          "the right to write these cells depends on the cells that they cover"
              + " (hbase.security.access.early_out=false), and the gateway of a salted table does"
              + " not hold those cells: grant the user WRITE on the table, the families or the"
              + " columns that it writes");
    }
  }

  /**
   * Removes the permissions that the AccessController has just put on the cells of a mutation with
   * an access control list. The forward carries the list as an attribute, and the owner's
   * AccessController puts it on the cells again.
   */
  static void leaveTagsToTheOwner(Mutation natural) {
    if (natural.getACL() == null) {
      return;
    }
    AccessControl.removePermissions(natural);
  }
}
