package io.halite.coprocessor.host;

import io.halite.coprocessor.host.MultiBatch.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * How far the serving of one multi request has come: the next batch that fits is looked for.
 *
 * <p>A batch that something refuses before Halite's hooks is never asked for. It has begun all the
 * same, unless HBase refuses it before it reaches its region, for example for a quota. Then the
 * next one of the row is still found if their cells lie beside the message, as HBase's clients send
 * them; otherwise it takes the nonce of the refused one.
 */
final class MultiPosition {
  private record RowOfRegion(ByteString region, ByteString row) {
    RowOfRegion(byte[] region, byte[] row) {
      this(UnsafeByteOperations.unsafeWrap(region), UnsafeByteOperations.unsafeWrap(row));
    }

    static List<RowOfRegion> of(MultiBatch batch) {
      return batch.mutations().stream()
          .map(each -> new RowOfRegion(batch.region(), each.getRow()))
          .distinct()
          .toList();
    }
  }

  /** An atomic batch of several rows. */
  private record SeveralRows(ByteString region, int mutations) {}

  /** How many batches of a region have begun, and where the last of them is. */
  private static final class Begun {
    private int count;
    private int found;
    private int last;
    private int looked;
  }

  private final MultiRequest request;
  private final CellsAhead cellsAhead;
  private Optional<List<MultiBatch>> cut = Optional.empty();
  private Optional<Set<RowOfRegion>> alone = Optional.empty();
  private Optional<Set<RowOfRegion>> several = Optional.empty();
  private Optional<Set<SeveralRows>> atomic = Optional.empty();
  private Optional<MultiBatch> condition = Optional.empty();
  private int next;
  private final Map<ByteString, Begun> begun = new HashMap<>();
  private int getGroup;
  private int nextGet;

  /** The begin of a request, of whose cells HBase has not read {@code cellsAhead} yet. */
  MultiPosition(MultiRequest request, CellsAhead cellsAhead) {
    this.request = request;
    this.cellsAhead = cellsAhead;
  }

  long nonceGroup() {
    return request.getNonceGroup();
  }

  /** A batch of this region, which is not conditional, begins to be served. */
  void begun(byte[] region) {
    // Where there are cells they show which one it is, and this is asked too often for the stack.
    if (cellsAhead.areThere() || !HookStack.isNested()) {
      begun.computeIfAbsent(UnsafeByteOperations.unsafeWrap(region), name -> new Begun()).count++;
    }
  }

  /** The next increment or append that is served alone. */
  List<MutationProto> nextNonced(byte[] region, byte[] row) {
    return take(region, row, 1, true).map(MultiBatch::mutations).orElse(List.of());
  }

  /**
   * The next get of this row and those that follow it without a break, at most {@code most}; those
   * that are then served together are to be passed.
   *
   * <p>Gets have a position of their own, since they overtake the puts and deletes before them.
   */
  List<Get> nextGets(byte[] region, byte[] row, int most) {
    ByteString regionName = UnsafeByteOperations.unsafeWrap(region);
    ByteString rowKey = UnsafeByteOperations.unsafeWrap(row);
    for (int g = getGroup; g < request.getRegionActionCount(); g++) {
      RegionAction actions = request.getRegionAction(g);
      if (!actions.getRegion().getValue().equals(regionName)) {
        continue;
      }
      for (int a = g == getGroup ? nextGet : 0; a < actions.getActionCount(); a++) {
        Action action = actions.getAction(a);
        if (action.hasGet() && action.getGet().getRow().equals(rowKey)) {
          getGroup = g;
          nextGet = a;
          return run(actions.getActionList().subList(a, actions.getActionCount()), most);
        }
      }
    }
    return List.of();
  }

  /** Moves behind so many of the gets that were found last. */
  void passGets(int gets) {
    nextGet += gets;
  }

  private static List<Get> run(List<Action> actions, int most) {
    return actions.stream().takeWhile(Action::hasGet).limit(most).map(Action::getGet).toList();
  }

  /**
   * A conditional batch of this row begins to be served.
   *
   * @param nonced whether one of its mutations is an increment or append; others have no nonce
   */
  void conditionBegun(byte[] region, byte[] row, boolean nonced) {
    condition =
        nonced
            ? take(
                next,
                next,
                new RowOfRegion(region, row),
                batch -> batch.kind() == Kind.CONDITIONAL && batch.isNonced())
            : Optional.empty();
  }

  /** The mutations of the conditional batch that has begun last. */
  List<MutationProto> conditional() {
    return condition.map(MultiBatch::mutations).orElse(List.of());
  }

  /**
   * The next batch of so many mutations of this row, or else the next that begins with them: all of
   * them if it is atomic, none if it cannot be found; empty if each stands for itself.
   *
   * @param nonced whether one of them is an increment or append
   */
  Optional<List<MutationProto>> nextAtomic(byte[] region, byte[] row, int count, boolean nonced) {
    Optional<MultiBatch> batch = take(region, row, count, nonced);
    return batch.isPresent() && batch.get().kind() == Kind.EACH_FOR_ITSELF
        ? Optional.empty()
        : Optional.of(batch.map(MultiBatch::mutations).orElse(List.of()));
  }

  /**
   * Whether an atomic batch of so many mutations of this region is of several rows, as no client of
   * HBase's sends it. It does not matter how far the serving has come.
   */
  boolean hasAtomicOfRows(byte[] region, int count) {
    if (atomic.isEmpty()) {
      // Few requests have an atomic batch, and to cut the others would cost each batch of puts.
      List<MultiBatch> cutBatches =
          request.getRegionActionList().stream().anyMatch(RegionAction::getAtomic)
              ? batches()
              : List.of();
      atomic =
          Optional.of(
              cutBatches.stream()
                  .filter(batch -> batch.kind() == Kind.ATOMIC && !batch.isOneRow())
                  .map(batch -> new SeveralRows(batch.region(), batch.mutations().size()))
                  .collect(Collectors.toSet()));
    }
    return atomic.get().contains(new SeveralRows(UnsafeByteOperations.unsafeWrap(region), count));
  }

  /**
   * Whether this row is in a batch of several puts and deletes that each stand for themselves, and
   * in none that is atomic or conditional. It does not matter how far the serving has come.
   */
  boolean standsForItself(byte[] region, byte[] row) {
    if (alone.isEmpty()) {
      Set<RowOfRegion> rows = new HashSet<>();
      batches().stream()
          .filter(batch -> batch.kind() == Kind.EACH_FOR_ITSELF && batch.mutations().size() > 1)
          .forEach(batch -> rows.addAll(RowOfRegion.of(batch)));
      batches().stream()
          .filter(batch -> batch.kind() != Kind.EACH_FOR_ITSELF)
          .forEach(batch -> rows.removeAll(RowOfRegion.of(batch)));
      alone = Optional.of(rows);
    }
    return alone.get().contains(new RowOfRegion(region, row));
  }

  /**
   * Moves behind the next batch without a condition that has so many mutations of this row, or else
   * behind the next larger one if these may be all that HBase serves of it.
   *
   * @param nonced whether one of them is an increment or append
   */
  private Optional<MultiBatch> take(byte[] region, byte[] row, int count, boolean nonced) {
    RowOfRegion of = new RowOfRegion(region, row);
    // A region counts other writes, too, such as those of another coprocessor.
    int first = Math.max(next, lastBegun(of.region()));
    // A nonced batch has cells, so that no other one is served when so many are left.
    return take(
            nonced ? next : first,
            first,
            of,
            batch ->
                batch.kind() != Kind.CONDITIONAL
                    && batch.mutations().size() == count
                    && batch.isNonced() == nonced)
        // Last, since an atomic batch must not be taken for mutations that stand for themselves.
        .or(
            () ->
                count > 1 && !nonced
                    ? takeFirst(first, batch -> batch.isCutTo(of.region(), of.row(), count))
                    : Optional.empty());
  }

  /**
   * Moves behind the next batch of this row that fits. Of several, HBase may have refused one
   * before any hook saw it: their cells show which one it serves, or else it is the first one.
   *
   * @param byCells from where on cells show it
   * @param first from where on it is the first one. If a region has counted writes of another
   *     coprocessor, that may be too far
   */
  private Optional<MultiBatch> take(
      int byCells, int first, RowOfRegion of, Predicate<MultiBatch> kind) {
    Predicate<MultiBatch> fits = batch -> batch.isOf(of.region(), of.row()) && kind.test(batch);
    return Optional.of(of)
        .filter(rowsOfSeveral()::contains)
        .flatMap(row -> cellsAhead.count())
        .flatMap(cells -> takeServed(byCells, cells, fits))
        .or(() -> takeFirst(first, fits))
        .or(() -> takeFirst(byCells, fits));
  }

  private Set<RowOfRegion> rowsOfSeveral() {
    if (several.isEmpty()) {
      Set<RowOfRegion> seen = new HashSet<>();
      several =
          Optional.of(
              batches().stream()
                  .flatMap(batch -> RowOfRegion.of(batch).stream())
                  .filter(row -> !seen.add(row))
                  .collect(Collectors.toSet()));
    }
    return several.get();
  }

  /** Moves behind the batch that HBase serves when it has not read so many cells yet. */
  private Optional<MultiBatch> takeServed(int first, int cellsAhead, Predicate<MultiBatch> fits) {
    List<MultiBatch> batches = batches();
    int read = batches.get(batches.size() - 1).cellsRead() - cellsAhead;
    for (int i = first; i < batches.size() && batches.get(i).cellsRead() <= read; i++) {
      if (batches.get(i).cellsRead() == read && fits.test(batches.get(i))) {
        next = i + 1;
        return Optional.of(batches.get(i));
      }
    }
    return Optional.empty();
  }

  /** Moves behind the first batch, from this one on, that fits. */
  private Optional<MultiBatch> takeFirst(int first, Predicate<MultiBatch> fits) {
    List<MultiBatch> batches = batches();
    for (int i = first; i < batches.size(); i++) {
      if (fits.test(batches.get(i))) {
        next = i + 1;
        return Optional.of(batches.get(i));
      }
    }
    return Optional.empty();
  }

  /** Where the batch is that has begun last in a region; 0 if that is not known. */
  private int lastBegun(ByteString region) {
    Begun all = begun.getOrDefault(region, new Begun());
    for (; all.found < all.count && all.looked < batches().size(); all.looked++) {
      MultiBatch batch = batches().get(all.looked);
      if (batch.kind() != Kind.CONDITIONAL && batch.region().equals(region)) {
        all.found++;
        all.last = all.looked;
      }
    }
    return all.found == all.count ? all.last : 0;
  }

  /** The request's batches, cut when they are first looked for. */
  private List<MultiBatch> batches() {
    if (cut.isEmpty()) {
      cut = Optional.of(MultiBatch.of(request));
    }
    return cut.get();
  }
}
