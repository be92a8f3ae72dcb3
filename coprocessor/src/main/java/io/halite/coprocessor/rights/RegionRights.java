package io.halite.coprocessor.rights;

import io.halite.coprocessor.table.RegionSettings;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.security.User;

/** Users' rights in one region of a table with a spec. Thread-safe. */
public final class RegionRights {
  private final ObserversAhead observers;
  private final boolean authorized;
  private final CoprocessorConflicts conflicts;
  private final Judges judges;
  private final OwnerJudges ownerJudges;

  private RegionRights(
      RegionCoprocessorEnvironment env, SaltedTable table, RegionSettings settings) {
    this.observers = new ObserversAhead(env);
    this.authorized = settings.authorizes();
    this.conflicts = new CoprocessorConflicts(env, settings);
    Asker asker = Asker.of(settings.site());
    TableDescriptor descriptor = env.getRegion().getTableDescriptor();
    NarrowedReads narrowed = new NarrowedReads(table, new RegionJudges(env));
    this.judges = new Judges(observers, descriptor, asker, narrowed);
    this.ownerJudges = new OwnerJudges(observers, table, descriptor, asker, authorized, narrowed);
  }

  /** Reads the rights in the region of {@code env} from the site and from the table. */
  public static RegionRights of(RegionCoprocessorEnvironment env, SaltedTable table) {
    return new RegionRights(env, table, RegionSettings.of(env));
  }

  /**
   * Passes if every coprocessor that decides about rights is loaded and runs before Halite.
   *
   * @throws DoNotRetryIOException naming the coprocessor that does not, and the cure
   */
  public void requireGuards() throws DoNotRetryIOException {
    conflicts.check();
  }

  /**
   * Returns the class of the first observer that runs before Halite, other than HBase's and Apache
   * Ranger's that decide about rights; empty if there is none. A door asks, since such an observer
   * would see requests of regions other than its own.
   *
   * @throws DoNotRetryIOException if HBase has unloaded Halite from the region
   */
  public Optional<String> strangerAhead() throws DoNotRetryIOException {
    return observers.stranger();
  }

  /** Returns the checks that run before the gateway forwards a natural request. */
  public Judges natural() {
    return judges;
  }

  /** Returns the checks that run when a marked request arrives. */
  public OwnerJudges marked() {
    return ownerJudges;
  }

  /**
   * Returns the owner of a scanner that this user's request opens.
   *
   * @param shown what of a failure the user may see who reads the scanner
   */
  public ScannerOwner opener(Optional<User> caller, UnaryOperator<IOException> shown) {
    return ScannerOwner.of(authorized, caller, shown);
  }
}
