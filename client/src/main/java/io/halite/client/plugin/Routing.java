package io.halite.client.plugin;

import io.halite.filters.natural.FilterAdmission;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.Mark;
import io.halite.routing.table.OperationNumber;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredMutations;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * Routes requests to stored keys under one spec, and converts the answers back.
 *
 * <p>A request that one owner region cannot answer alone stays as it is: one with a key that does
 * not fit the layout or with a filter that is not admitted, a write to an indexed table, a request
 * that is already marked, any write under a multi-place salt. Sent under its natural key, it
 * reaches the gateway region, which answers or refuses it as for any client. Under {@code hash(*) %
 * 16} a get of {@code 41 54 4C} becomes a marked get of {@code 0C·41 54 4C}. While the spec is
 * unknown it becomes a get of {@code 41 54 4C} with the asking mark.
 *
 * <p>Immutable and thread-safe.
 */
final class Routing {
  private static final Routing NATURAL = new Routing(Optional.empty(), Optional.empty());
  private static final StoredReads ASKING_READS = new StoredReads(Mark.asking());
  private static final StoredMutations ASKING_MUTATIONS = new StoredMutations(Mark.asking());

  private final Optional<SaltedTable> known;
  private final Optional<Asking> asking;

  /** When requests ask, which of them may, and whether those of a list ask together. */
  private record Asking(long at, Predicate<Row> mayAsk, boolean together) {}

  private Routing(Optional<SaltedTable> known, Optional<Asking> asking) {
    this.known = known;
    this.asking = asking;
  }

  /** To stored keys, under the spec of {@code table}. */
  static Routing of(SaltedTable table) {
    return new Routing(Optional.of(table), Optional.empty());
  }

  /** Every request stays as it is. */
  static Routing natural() {
    return NATURAL;
  }

  /**
   * To natural keys, with the asking mark.
   *
   * @param now when the request asks, on the clock of its {@link TableSpec}
   * @param mayAsk whether a request may ask; one that may not stays as it is
   */
  static Routing asking(long now, Predicate<Row> mayAsk) {
    return new Routing(Optional.empty(), Optional.of(new Asking(now, mayAsk, false)));
  }

  /** The same for a table that most likely has no spec: all requests of a list ask. */
  Routing together() {
    return new Routing(known, asking.map(how -> new Asking(how.at(), how.mayAsk(), true)));
  }

  /** Whether requests ask for the spec. */
  boolean asks() {
    return asking.isPresent();
  }

  /** Whether one request of a list asks, and the others wait for its answer. */
  boolean asksAlone() {
    return asking.filter(how -> !how.together()).isPresent();
  }

  /** Whether a request asks for the spec. */
  boolean asksBy(Row natural) {
    return asking.filter(how -> isRoutable(natural) && how.mayAsk().test(natural)).isPresent();
  }

  /** When requests ask for the spec. */
  OptionalLong askedAt() {
    return asking.map(how -> OptionalLong.of(how.at())).orElseGet(OptionalLong::empty);
  }

  /** The table under its spec; empty if requests are sent under natural keys. */
  Optional<SaltedTable> table() {
    return known;
  }

  /** Whether all writes with keys that fit the layout are sent to their owners. */
  boolean routesWrites() {
    return known
        .filter(table -> table.salt().isSinglePlace() && table.spec().indexes().isEmpty())
        .isPresent();
  }

  /** Whether requests are routed under the spec of this mark. */
  boolean isUnder(Mark mark) {
    return known.isPresent() && known.get().mark().equals(mark);
  }

  /**
   * The same request under its stored key, or the very same object if its gateway has to answer it.
   */
  @SuppressWarnings("unchecked") // A copy has the class of its original.
  <R extends Row> R route(R natural) throws IOException {
    if (asks()) {
      return asksBy(natural)
          ? (R) asking(natural, copy(ASKING_READS, ASKING_MUTATIONS, natural.getRow(), natural))
          : natural;
    }
    if (known.isEmpty() || !isRoutable(natural) || belongsToGateway(known.get(), natural)) {
      return natural;
    }
    SaltedTable table = known.get();
    if (!table.salt().isSinglePlace()) {
      return natural;
    }
    List<byte[]> places = table.salt().places(natural.getRow());
    return places.size() == 1
        ? (R) copy(table.reads(), table.mutations(), places.get(0), natural)
        : natural;
  }

  /** The natural write of a stored one; empty if the write was not routed so. */
  Optional<Mutation> natural(Mutation stored) {
    if (asks() && Mark.asking().isThisOn(stored)) {
      return Optional.of(ASKING_MUTATIONS.natural(stored.getRow(), stored));
    }
    return known
        .filter(table -> table.mark().isThisOn(stored))
        .map(table -> table.mutations().natural(table.salt().unsalt(stored.getRow()), stored));
  }

  /**
   * A stored key of the row of a request; empty if the spec is not known, or if the gateway region
   * has to answer the request whatever the spec.
   */
  Optional<byte[]> place(Row natural) {
    return known
        .filter(table -> isRoutable(natural))
        .flatMap(table -> table.salt().places(natural.getRow()).stream().findFirst());
  }

  /** Whether the salt gives a row several places. */
  boolean isMultiPlace() {
    return known.filter(table -> !table.salt().isSinglePlace()).isPresent();
  }

  /** Whether the request writes or reads an index, which only gateways do. */
  private static boolean belongsToGateway(SaltedTable table, Row natural) {
    return natural instanceof Get get
        ? get.getAttribute(IndexedReads.ATTRIBUTE) != null
        : !table.spec().indexes().isEmpty();
  }

  /** Whether a request may go straight to an owner, whatever the spec. */
  static boolean isRoutable(Row natural) {
    if (natural instanceof CheckAndMutate check) {
      return isAdmitted(check.getFilter()) && isRoutable(check.getAction());
    }
    if (natural instanceof RowMutations mutations) {
      return mutations.getMutations().stream().allMatch(Routing::isRoutable);
    }
    if (natural instanceof Get get && !isAdmitted(get.getFilter())) {
      return false;
    }
    return (natural instanceof Get || natural instanceof Mutation)
        && !Mark.isOn((Attributes) natural);
  }

  private static boolean isAdmitted(@Nullable Filter filter) {
    return filter == null || FilterAdmission.ofRow(filter).admitted();
  }

  private static Row copy(StoredReads reads, StoredMutations mutations, byte[] key, Row natural)
      throws IOException {
    if (natural instanceof Get get) {
      return reads.copy(key, get);
    }
    if (natural instanceof RowMutations row) {
      RowMutations stored = mutations.copy(key, row.getMutations());
      if (row.getMutations().stream().anyMatch(Conditions::isComputed)) {
        // HBase's client sends this very copy again, with the same nonce.
        OperationNumber.random().putOnDeletes(stored, 0);
      }
      return stored;
    }
    if (natural instanceof CheckAndMutate check) {
      CheckAndMutate stored = mutations.copy(key, check);
      OperationNumber.random().putOn(stored, 0);
      return stored;
    }
    return mutations.copy(key, (Mutation) natural);
  }

  /** A table that is asked may be a plain one, whose replicas may answer. */
  private static Row asking(Row natural, Row copy) {
    return natural instanceof Get get && copy instanceof Get asking
        ? asking.setConsistency(get.getConsistency())
        : copy;
  }

  /** Records the natural request of each stored one that an exception may name. */
  static void trace(Row natural, Row stored, Map<Row, Row> origins) {
    origins.put(stored, natural);
    if (natural instanceof RowMutations whole && stored instanceof RowMutations copy) {
      for (int i = 0; i < copy.getMutations().size(); i++) {
        origins.put(copy.getMutations().get(i), whole.getMutations().get(i));
      }
    }
    if (natural instanceof CheckAndMutate whole && stored instanceof CheckAndMutate copy) {
      trace(whole.getAction(), copy.getAction(), origins);
    }
  }

  /** The answer to a stored request as the answer to its natural one. */
  @SuppressWarnings("unchecked") // The converted answer has the class of the answer.
  <T> T answer(Row natural, Row stored, T answer) throws IOException {
    return natural == stored ? answer : (T) naturally(natural, stored, answer);
  }

  /** An owner's answer under natural keys; an answer that is not a result stays as it is. */
  private Object naturally(Row natural, Row stored, Object answer) throws IOException {
    if (known.isEmpty()) {
      return answer;
    }
    SaltedTable table = known.get();
    byte[] storedKey = stored.getRow();
    byte[] key = natural.getRow();
    if (answer instanceof Result result) {
      return table.reading(
          () ->
              natural instanceof Get
                  ? table.results().of(result)
                  : table.results().ofWrite(result, storedKey, key));
    }
    if (answer instanceof CheckAndMutateResult result) {
      return table.reading(() -> table.results().ofWrite(result, storedKey, key));
    }
    return answer;
  }

  /** The same, for callers that cannot throw a checked exception. */
  @SuppressWarnings("unchecked") // The converted answer has the class of the answer.
  <T> T shown(Row natural, Row stored, T answer) {
    try {
      return (T) naturally(natural, stored, answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
