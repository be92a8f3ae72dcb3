package io.halite.coprocessor.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;

/** Each batch of a multi request is told its own nonce, and whether it is atomic. */
class MultiRequestProperties {
  private static final List<Set<String>> SERVED = List.of(Set.of("r", "s"), Set.of("s"));

  private Random random;
  private long nonce;

  @Property(tries = 5000)
  void everyBatchFindsItsOwnNonceAndAtomicity(
      @ForAll @IntRange(min = 1, max = 6) int regionActions,
      @ForAll @IntRange(min = 1, max = 3) int rows,
      @ForAll boolean someAreRefused,
      @ForAll boolean cellsLieBeside,
      @ForAll long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    List<RegionAction> actions = new ArrayList<>();
    for (int i = 0; i < regionActions; i++) {
      actions.add(regionAction(rows));
    }
    MultiRequest request = Requests.multi(actions.toArray(RegionAction[]::new));
    BooleanSupplier refuses = () -> someAreRefused && random.nextInt(3) == 0;
    try (CurrentCall call =
        cellsLieBeside
            ? CurrentCall.of(request, Requests.cells(request))
            : CurrentCall.of(request)) {
      new ServedMulti(
              SERVED.get(random.nextInt(2)),
              () -> cellsLieBeside && refuses.getAsBoolean(),
              refuses)
          .serve(request);
    }
  }

  private RegionAction regionAction(int rows) {
    String region = random.nextBoolean() ? "r" : "s";
    String row = row(rows);
    return switch (random.nextInt(4)) {
      case 0 -> Requests.atomic(region, ofOneRow(row));
      case 1 -> Requests.conditional(region, ofOneRow(row));
      default -> Requests.each(region, ofAnyRows(rows));
    };
  }

  private Action[] ofOneRow(String row) {
    Action[] actions = new Action[1 + random.nextInt(3)];
    // All increments and appends of one row mutation carry one nonce.
    long shared = ++nonce;
    for (int i = 0; i < actions.length; i++) {
      actions[i] = mutation(row, shared);
    }
    return actions;
  }

  private Action[] ofAnyRows(int rows) {
    Action[] actions = new Action[1 + random.nextInt(6)];
    for (int i = 0; i < actions.length; i++) {
      actions[i] = random.nextInt(3) == 0 ? Requests.get(row(rows)) : mutation(row(rows), ++nonce);
    }
    return actions;
  }

  private Action mutation(String row, long number) {
    return switch (random.nextInt(6)) {
      case 0 -> Requests.increment(row, number);
      case 1 -> Requests.append(row, number);
      case 2 -> Requests.delete(row);
      default -> Requests.put(row);
    };
  }

  private String row(int rows) {
    return "row" + random.nextInt(rows);
  }
}
