package io.halite.coprocessor.rights;

import io.halite.routing.scan.CountedAttribute;
import io.halite.routing.table.Conditions;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.User;

/**
 * Completes the judgement of a request by natural key before a gateway region forwards it.
 *
 * <p>HBase calls all coprocessors that are ordered ahead of Halite before it calls Halite. That
 * judges a put, delete, increment, append, get or scan completely, except for decisions under the
 * row lock, which a gateway never takes: this class refuses requests that need one. Of a
 * conditional mutation HBase has only the condition judged, so this class has the same coprocessors
 * judge the mutations inside it.
 *
 * <p>Thread-safe.
 */
public final class Judges {
  private final ObserversAhead observers;
  private final TableDescriptor descriptor;
  private final Asker asker;
  private final NarrowedReads narrowed;

  Judges(
      ObserversAhead observers, TableDescriptor descriptor, Asker asker, NarrowedReads narrowed) {
    this.observers = observers;
    this.descriptor = descriptor;
    this.asker = asker;
    this.narrowed = narrowed;
  }

  /**
   * Judges a put, delete, increment or append that the observers ahead have let pass.
   *
   * @throws DoNotRetryIOException if their decision depends on cells that only the owner has
   */
  public Judged<Mutation> write(Mutation natural, Optional<User> caller)
      throws DoNotRetryIOException {
    prepare(natural, caller);
    return new Judged<>(natural, false);
  }

  /**
   * Judges a conditional mutation whose condition the observers ahead have let pass.
   *
   * @throws IOException any error that an observer ahead throws for a mutation inside it
   */
  public Judged<CheckAndMutate> conditional(CheckAndMutate natural, Optional<User> caller)
      throws IOException {
    for (Mutation inner : Conditions.mutations(natural)) {
      if (inner instanceof Delete delete && delete.isEmpty()) {
        nameAllFamilies(delete, descriptor);
      }
      prepare(inner, caller);
      if (!observers.isEmpty()) {
        new InnerMutation(inner).require(observers, caller);
      }
    }
    return new Judged<>(natural, false);
  }

  /** Names all families, as a region does before it calls observers; an owner would do it later. */
  static void nameAllFamilies(Delete delete, TableDescriptor table) {
    for (byte[] family : table.getColumnFamilyNames()) {
      delete.addFamily(family, delete.getTimestamp());
    }
  }

  private void prepare(Mutation natural, Optional<User> caller) throws DoNotRetryIOException {
    CellRights.refuseUndecided(natural);
    CellRights.leaveTagsToTheOwner(natural);
    asker.name(natural, caller);
  }

  /**
   * Judges a get or an existence check that the observers ahead have let pass or narrowed.
   *
   * @throws IOException also as {@link NarrowedReads} says
   */
  public Judged<Get> get(Get natural, Optional<User> caller) throws IOException {
    narrowed.require(natural, caller);
    ReadFilter filter = ReadFilter.of(Optional.ofNullable(natural.getFilter()));
    if (!filter.narrows()) {
      asker.name(natural, caller);
      return new Judged<>(natural, false);
    }
    Get read = new Get(natural).setFilter(filter.ofUser().orElse(null));
    Asker.nameAlways(read, caller);
    return new Judged<>(read, true);
  }

  /**
   * Judges a copy of a scan that the observers ahead have let pass or narrowed.
   *
   * @throws IOException also as {@link NarrowedReads} says
   */
  public Judged<Scan> scan(Scan natural, Optional<User> caller) throws IOException {
    narrowed.require(natural, caller);
    ReadFilter filter = ReadFilter.of(Optional.ofNullable(natural.getFilter()));
    Scan read = new Scan(natural).setFilter(filter.ofUser().orElse(null));
    if (CountedAttribute.of(natural).isPresent() && narrowed.judges().hideFrom(caller, natural)) {
      // Owners would take another judge's filter for one of the user.
      read.setAttribute(CountedAttribute.ATTRIBUTE, null);
    }
    if (filter.narrows()) {
      Asker.nameAlways(read, caller);
    } else {
      asker.name(read, caller);
    }
    return new Judged<>(read, filter.narrows());
  }
}
