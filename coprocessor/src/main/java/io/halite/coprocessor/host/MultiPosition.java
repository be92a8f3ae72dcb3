package io.halite.coprocessor.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * How far the serving of one multi request has come: the next batch that fits is looked for.
 *
 * <p>A region server cuts a multi request into batches: a conditional or an atomic region action is
 * one; of any other, each increment and append is one, and so are the puts and deletes between two
 * of them, whatever gets lie among these.
 *
 * <p>A batch that something refuses before Halite's hooks is never asked for. It has begun all the
 * same, unless HBase refuses it before it reaches its region, for example because of a cell that is
 * too large. Of such batches this class knows nothing, and the next one of the row takes the nonce.
 */
final class MultiPosition {
  private enum Kind {
    CONDITIONAL,
    ATOMIC,
    EACH_FOR_ITSELF
  }

  private record Batch(ByteString region, Kind kind, List<MutationProto> mutations) {
    /** Whether all of its mutations are of this row. */
    boolean isOf(ByteString row) {
      return beginsWith(row, mutations.size());
    }

    /** Whether it has so many mutations, all of this row. */
    boolean isOf(ByteString row, int count) {
      return count == mutations.size() && isOf(row);
    }

    /**
     * Whether these may be all that HBase serves of it: once the answer to the multi has grown too
     * large, HBase takes no more of the mutations that each stand for themselves.
     */
    boolean isCutTo(ByteString row, int count) {
      return kind == Kind.EACH_FOR_ITSELF && count < mutations.size() && beginsWith(row, count);
    }

    List<RowOfRegion> rows() {
      return mutations.stream().map(each -> new RowOfRegion(region, each.getRow())).toList();
    }

    /** Whether one is an increment or append: beside others these are in atomic batches alone. */
    boolean isNonced() {
      return mutations.stream().anyMatch(MultiPosition::isNonced);
    }

    private boolean beginsWith(ByteString row, int count) {
      return mutations.stream().limit(count).allMatch(each -> each.getRow().equals(row));
    }
  }

  private record RowOfRegion(ByteString region, ByteString row) {}

  /** How many batches of a region have begun, and where the last of them is. */
  private static final class Begun {
    private int count;
    private int found;
    private int last;
    private int looked;
  }

  private final MultiRequest request;
  private Optional<List<Batch>> cut = Optional.empty();
  private Optional<Set<RowOfRegion>> alone = Optional.empty();
  private Optional<Batch> condition = Optional.empty();
  private int next;
  private final Map<ByteString, Begun> begun = new HashMap<>();
  private int getGroup;
  private int nextGet;

  MultiPosition(MultiRequest request) {
    this.request = request;
  }

  long nonceGroup() {
    return request.getNonceGroup();
  }

  /** A batch of this region, which is not conditional, begins to be served. */
  void begun(byte[] region) {
    begun.computeIfAbsent(UnsafeByteOperations.unsafeWrap(region), name -> new Begun()).count++;
  }

  /** The next increment or append that is served alone. */
  List<MutationProto> nextNonced(byte[] region, byte[] row) {
    return take(region, row, 1, true).map(Batch::mutations).orElse(List.of());
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

  /** A conditional batch of this row begins to be served; without an increment, it has no nonce. */
  void conditionBegun(byte[] region, byte[] row, boolean nonced) {
    ByteString rowKey = UnsafeByteOperations.unsafeWrap(row);
    condition =
        nonced
            ? takeFirst(
                next,
                UnsafeByteOperations.unsafeWrap(region),
                at -> at.kind() == Kind.CONDITIONAL && at.isOf(rowKey) && at.isNonced())
            : Optional.empty();
  }

  /** The mutations of the conditional batch that has begun last. */
  List<MutationProto> conditional() {
    return condition.map(Batch::mutations).orElse(List.of());
  }

  /**
   * The next batch of so many mutations of this row, or else the next that begins with them: all of
   * them if it is atomic, none if it cannot be found; empty if each stands for itself.
   *
   * @param nonced whether one of them is an increment or append
   */
  Optional<List<MutationProto>> nextAtomic(byte[] region, byte[] row, int count, boolean nonced) {
    Optional<Batch> batch = take(region, row, count, nonced);
    return batch.isPresent() && batch.get().kind() == Kind.EACH_FOR_ITSELF
        ? Optional.empty()
        : Optional.of(batch.map(Batch::mutations).orElse(List.of()));
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
          .forEach(batch -> rows.addAll(batch.rows()));
      batches().stream()
          .filter(batch -> batch.kind() != Kind.EACH_FOR_ITSELF)
          .forEach(batch -> rows.removeAll(batch.rows()));
      alone = Optional.of(rows);
    }
    return alone
        .get()
        .contains(
            new RowOfRegion(
                UnsafeByteOperations.unsafeWrap(region), UnsafeByteOperations.unsafeWrap(row)));
  }

  /**
   * Moves behind the next batch without a condition that has so many mutations of this row, or else
   * behind the next of which these may be all that HBase serves.
   *
   * @param nonced whether one of them is an increment or append
   */
  private Optional<Batch> take(byte[] region, byte[] row, int count, boolean nonced) {
    ByteString regionName = UnsafeByteOperations.unsafeWrap(region);
    ByteString rowKey = UnsafeByteOperations.unsafeWrap(row);
    int first = Math.max(next, lastBegun(regionName));
    return takeFirst(
            first,
            regionName,
            batch ->
                batch.kind() != Kind.CONDITIONAL
                    && batch.isOf(rowKey, count)
                    && batch.isNonced() == nonced)
        // Last, since an atomic batch must not be taken for mutations that stand for themselves.
        .or(
            () ->
                count > 1 && !nonced
                    ? takeFirst(first, regionName, batch -> batch.isCutTo(rowKey, count))
                    : Optional.empty());
  }

  /** Moves behind the first batch of the region, from this one on, that fits. */
  private Optional<Batch> takeFirst(int first, ByteString region, Predicate<Batch> fits) {
    List<Batch> batches = batches();
    for (int i = first; i < batches.size(); i++) {
      Batch batch = batches.get(i);
      if (batch.region().equals(region) && fits.test(batch)) {
        next = i + 1;
        return Optional.of(batch);
      }
    }
    return Optional.empty();
  }

  /** Where the batch is that has begun last in a region; 0 if that is not known. */
  private int lastBegun(ByteString region) {
    Begun all = begun.getOrDefault(region, new Begun());
    for (; all.found < all.count && all.looked < batches().size(); all.looked++) {
      Batch batch = batches().get(all.looked);
      if (batch.kind() != Kind.CONDITIONAL && batch.region().equals(region)) {
        all.found++;
        all.last = all.looked;
      }
    }
    return all.found == all.count ? all.last : 0;
  }

  /** The request's batches, cut when they are first looked for. */
  private List<Batch> batches() {
    if (cut.isEmpty()) {
      cut = Optional.of(batches(request));
    }
    return cut.get();
  }

  private static List<Batch> batches(MultiRequest request) {
    List<Batch> batches = new ArrayList<>();
    for (RegionAction actions : request.getRegionActionList()) {
      ByteString region = actions.getRegion().getValue();
      // Clients before HBase 2.4 put the one condition outside of the one region action.
      if (actions.hasCondition() || request.hasCondition()) {
        batches.add(new Batch(region, Kind.CONDITIONAL, mutations(actions)));
      } else if (actions.getAtomic()) {
        batches.add(new Batch(region, Kind.ATOMIC, mutations(actions)));
      } else {
        addEach(region, mutations(actions), batches);
      }
    }
    return batches;
  }

  private static void addEach(
      ByteString region, List<MutationProto> mutations, List<Batch> batches) {
    List<MutationProto> run = new ArrayList<>();
    for (MutationProto mutation : mutations) {
      if (isNonced(mutation)) {
        if (!run.isEmpty()) {
          batches.add(new Batch(region, Kind.EACH_FOR_ITSELF, run));
          run = new ArrayList<>();
        }
        batches.add(new Batch(region, Kind.EACH_FOR_ITSELF, List.of(mutation)));
      } else {
        run.add(mutation);
      }
    }
    if (!run.isEmpty()) {
      batches.add(new Batch(region, Kind.EACH_FOR_ITSELF, run));
    }
  }

  private static List<MutationProto> mutations(RegionAction actions) {
    return actions.getActionList().stream()
        .filter(Action::hasMutation)
        .map(Action::getMutation)
        .toList();
  }

  private static boolean isNonced(MutationProto mutation) {
    return mutation.getMutateType() == MutationType.INCREMENT
        || mutation.getMutateType() == MutationType.APPEND;
  }
}
