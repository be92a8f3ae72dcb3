package io.halite.coprocessor.rights;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.User;

/**
 * The last word on a request by natural key before a gateway region forwards it.
 *
 * <p>HBase asks all coprocessors that are ordered ahead of Halite before it asks Halite. For a put,
 * delete, increment, append, get or scan that is the whole judgement: what is left here is to
 * refuse what they would decide under the row lock, which a forwarded request never takes. A
 * conditional mutation is judged for its condition alone, so the mutations inside it are judged
 * here, by the same coprocessors.
 *
 * <p>Thread-safe.
 */
public final class Judges {
  private final ObserversAhead observers;
  private final TableDescriptor descriptor;
  private final Asker asker;

  Judges(ObserversAhead observers, TableDescriptor descriptor, Asker asker) {
    this.observers = observers;
    this.descriptor = descriptor;
    this.asker = asker;
  }

  /**
   * A put, delete, increment or append that the observers ahead have let pass.
   *
   * @throws DoNotRetryIOException if their verdict depends on cells that only the owner has
   */
  public Judged<Mutation> write(Mutation natural, Optional<User> caller)
      throws DoNotRetryIOException {
    prepare(natural, caller);
    return new Judged<>(natural, false);
  }

  /**
   * A conditional mutation whose condition the observers ahead have let pass.
   *
   * @throws IOException what an observer ahead throws at a mutation inside of it
   */
  public Judged<CheckAndMutate> conditional(CheckAndMutate natural, Optional<User> caller)
      throws IOException {
    for (Mutation inner : mutations(natural)) {
      if (inner instanceof Delete delete && delete.isEmpty()) {
        nameAllFamilies(delete);
      }
      prepare(inner, caller);
      if (!observers.isEmpty()) {
        new InnerMutation(inner).require(observers, caller);
      }
    }
    return new Judged<>(natural, false);
  }

  /** The mutations that a conditional one applies, in order. */
  public static List<Mutation> mutations(CheckAndMutate check) {
    return check.getAction() instanceof RowMutations row
        ? row.getMutations()
        : List.of((Mutation) check.getAction());
  }

  /** A region does so before it asks any observer, and the owner would do so after. */
  private void nameAllFamilies(Delete delete) {
    for (byte[] family : descriptor.getColumnFamilyNames()) {
      delete.addFamily(family, delete.getTimestamp());
    }
  }

  private void prepare(Mutation natural, Optional<User> caller) throws DoNotRetryIOException {
    CellRights.refuseUndecided(natural);
    CellRights.leaveTagsToTheOwner(natural);
    asker.name(natural, caller);
  }

  /** A get or an existence check that the observers ahead have let pass or have narrowed. */
  public Judged<Get> get(Get natural, Optional<User> caller) throws DoNotRetryIOException {
    ReadFilter filter = ReadFilter.of(Optional.ofNullable(natural.getFilter()));
    if (!filter.narrows()) {
      asker.name(natural, caller);
      return new Judged<>(natural, false);
    }
    Get read = new Get(natural).setFilter(filter.ofUser().orElse(null));
    Asker.nameAlways(read, caller);
    return new Judged<>(read, true);
  }

  /** A copy of a scan that the observers ahead have let pass or have narrowed. */
  public Judged<Scan> scan(Scan natural, Optional<User> caller) throws IOException {
    ReadFilter filter = ReadFilter.of(Optional.ofNullable(natural.getFilter()));
    Scan read = new Scan(natural).setFilter(filter.ofUser().orElse(null));
    if (filter.narrows()) {
      Asker.nameAlways(read, caller);
    } else {
      asker.name(read, caller);
    }
    return new Judged<>(read, filter.narrows());
  }
}
