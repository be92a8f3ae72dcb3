package io.halite.it.rights;

import static org.apache.hadoop.hbase.security.access.Permission.Action.CREATE;
import static org.apache.hadoop.hbase.security.access.Permission.Action.EXEC;
import static org.apache.hadoop.hbase.security.access.Permission.Action.READ;
import static org.apache.hadoop.hbase.security.access.Permission.Action.WRITE;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;

/** A user, by what he may do with the table. */
enum Actor {
  NOBODY("no right", Grant.none()),
  READS_QUALIFIER("READ on f:q", Grant.of("f", "q", READ)),
  READS_FAMILY("READ on f", Grant.of("f", "", READ)),
  READS_TABLE("READ", Grant.of("", "", READ)),
  WRITES_QUALIFIER("WRITE on f:q", Grant.of("f", "q", WRITE)),
  WRITES_FAMILY("WRITE on f", Grant.of("f", "", WRITE)),
  WRITES_TABLE("WRITE", Grant.of("", "", WRITE)),
  OWNS_CONDITION("READ and WRITE on f:q", Grant.of("f", "q", READ, WRITE)),
  OWNS_TABLE("READ and WRITE", Grant.of("", "", READ, WRITE)),
  OWNS_CELLS("READ and WRITE on the cells", Grant.none()),
  EXECUTES("EXEC", Grant.of("", "", EXEC)),
  CREATES("CREATE", Grant.of("", "", CREATE)),
  MEMBER("member of a group with READ", new Grant("@readers", "", "", List.of(READ))),
  SUPERUSER("superuser", Grant.none());

  /** The group of {@link #MEMBER}. */
  static final String GROUP = "readers";

  private final String rights;
  private final Grant grant;

  Actor(String rights, Grant grant) {
    this.rights = rights;
    this.grant = grant;
  }

  /** What he may do, in words. */
  String rights() {
    return rights;
  }

  /** His name as the servers know it. */
  String userName() {
    return this == SUPERUSER
        ? System.getProperty("user.name")
        : name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The groups he belongs to. */
  String[] groups() {
    return this == MEMBER ? new String[] {GROUP} : new String[0];
  }

  /** Whether he may read all of the table. */
  boolean readsTheTable() {
    return switch (this) {
      case READS_TABLE, OWNS_TABLE, MEMBER, SUPERUSER -> true;
      default -> false;
    };
  }

  /** Whether the cells he works on carry a right of his own. */
  boolean isNamedInCells() {
    return this == OWNS_CELLS;
  }

  /** What he is granted on each table; none for those who need none. */
  Optional<Grant> grant() {
    return grant.actions().isEmpty() ? Optional.empty() : Optional.of(grant.to(userName()));
  }

  /** A right on a table, a family or a qualifier. */
  record Grant(String user, String family, String qualifier, List<Action> actions) {
    static Grant none() {
      return of("", "");
    }

    static Grant of(String family, String qualifier, Action... actions) {
      return new Grant("", family, qualifier, List.of(actions));
    }

    private Grant to(String name) {
      return user.isEmpty() ? new Grant(name, family, qualifier, actions) : this;
    }

    byte[] familyBytes() {
      return family.isEmpty() ? null : Bytes.toBytes(family);
    }

    byte[] qualifierBytes() {
      return qualifier.isEmpty() ? null : Bytes.toBytes(qualifier);
    }
  }
}
