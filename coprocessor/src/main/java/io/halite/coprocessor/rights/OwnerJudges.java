package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.AccessControl;
import io.halite.keys.KeyBytes;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;

/**
 * The checks of rights in an owner region when a marked request arrives.
 *
 * <p>HBase's coprocessors have judged the sender: a client with the connection plug-in, or a
 * server, which may do everything. A server's request may name the user who sent it to the gateway;
 * then the owner's security coprocessors decide which cells that user may read. Thread-safe.
 */
public final class OwnerJudges {
  private final ObserversAhead observers;
  private final SaltedTable table;
  private final TableDescriptor descriptor;
  private final Asker asker;
  private final boolean authorized;
  private final NarrowedReads narrowed;

  OwnerJudges(
      ObserversAhead observers,
      SaltedTable table,
      TableDescriptor descriptor,
      Asker asker,
      boolean authorized,
      NarrowedReads narrowed) {
    this.observers = observers;
    this.descriptor = descriptor;
    this.table = table;
    this.asker = asker;
    this.authorized = authorized;
    this.narrowed = narrowed;
  }

  /**
   * Passes if the sender of a marked write may choose the place of its row.
   *
   * <p>In a table with indexes or a multi-place salt only the gateways may, which run as superuser:
   * they write the index entries and choose the place. A client that marks its own writes could
   * leave out entries, or hide a newer version of a row in another place.
   *
   * @throws AccessDeniedException if the table is such a table, authorization is on and the sender
   *     is not a superuser
   */
  public void requireSender(Mutation marked, Optional<User> sender) throws AccessDeniedException {
    boolean gatewaysAlone = !table.spec().indexes().isEmpty() || !table.salt().isSinglePlace();
    if (authorized && gatewaysAlone && !Asker.isServer(sender)) {
      throw new AccessDeniedException(
          "user '"
              + sender.map(User::getShortName).orElse("")
              + "' sends a write that is marked as routed to table '"
              + table.name()
              + "', whose index entries and places only region servers choose: send it by its"
              + " natural key, without attribute '"
              + Mark.ATTRIBUTE
              + "'");
    }
    asker.of(marked, sender, audited(marked.getClass().getSimpleName(), marked.getRow()));
  }

  /**
   * Passes if the sender of a conditional mutation may still do what is inside it. HBase has the
   * observers judge that when it applies the mutation, which it does not for a repeat. Of a
   * server's forward the gateway has it judged.
   *
   * @throws IOException any error that an observer ahead throws for a mutation inside it
   */
  public void requireInner(CheckAndMutate marked, Optional<User> sender) throws IOException {
    if (!Asker.isServer(sender) && !observers.isEmpty()) {
      for (Mutation inner : Conditions.mutations(marked)) {
        if (inner instanceof Delete delete && delete.isEmpty()) {
          Judges.nameAllFamilies(delete, descriptor);
        }
        new InnerMutation(inner).require(observers, sender);
      }
    }
  }

  /** The name by which the outcome of a sender's write is kept, one for all servers. */
  public String nameOf(Optional<User> sender) {
    return Asker.isServer(sender) ? "" : sender.orElseThrow().getShortName();
  }

  private Supplier<String> audited(String kind, byte[] row) {
    return () ->
        "%s of row %s of table '%s'"
            .formatted(kind.toLowerCase(Locale.ROOT), KeyBytes.readable(row), table.name());
  }

  /**
   * Returns the filter for a marked get: it selects the cells that the user may read, then applies
   * {@code view}. Of a read that names no user the observers ahead have set such a filter already.
   *
   * @throws IOException also as {@link NarrowedReads} says
   */
  public Optional<Filter> filter(Get marked, Optional<Filter> view, Optional<User> sender)
      throws IOException {
    Optional<User> user = asker.of(marked, sender, audited("get", marked.getRow()));
    if (user.isEmpty()) {
      narrowed.require(marked, sender);
      return view;
    }
    Get asked = new Get(marked).setFilter(null);
    observers.askSecurity(
        user, (observer, context) -> observer.preGetOp(context, asked, new ArrayList<>()));
    narrowed.require(asked, user);
    return both(Optional.ofNullable(asked.getFilter()), view);
  }

  /**
   * Returns the filter that selects the cells of a marked scan which the user may read, if any. Of
   * a scan that names no user the observers ahead have set such a filter already.
   *
   * @throws IOException also as {@link NarrowedReads} says
   */
  public Optional<Filter> readable(Scan marked, Optional<User> sender) throws IOException {
    Optional<User> user = asker.of(marked, sender, audited("scan", marked.getStartRow()));
    if (user.isEmpty()) {
      narrowed.require(marked, sender);
      return Optional.empty();
    }
    Scan asked = new Scan(marked).setFilter((Filter) null);
    observers.askSecurity(user, (observer, context) -> observer.preScannerOpen(context, asked));
    narrowed.require(asked, user);
    return Optional.ofNullable(asked.getFilter());
  }

  /** Joins both filters, so that the user's filter sees no cell that the first filter hides. */
  public Optional<Filter> both(Optional<Filter> readable, Optional<Filter> view)
      throws DoNotRetryIOException {
    if (readable.isEmpty()) {
      return view;
    }
    if (!AccessControl.isFilter(readable.get())) {
      throw new DoNotRetryIOException(
          "a security coprocessor narrows this read with filter "
              + readable.get().getClass().getName()
              + ": on a salted table only HBase's AccessController may narrow a read; load no other"
              + " security coprocessor that sets a filter (table '"
              + table.name()
              + "')");
    }
    if (view.isEmpty()) {
      return readable;
    }
    // A list refuses filters of two directions. HBase gives the direction to all of them later.
    readable.get().setReversed(view.get().isReversed());
    return Optional.of(
        new FilterList(FilterList.Operator.MUST_PASS_ALL, readable.get(), view.get()));
  }
}
