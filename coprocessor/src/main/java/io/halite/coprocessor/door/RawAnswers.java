package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.jspecify.annotations.Nullable;

/**
 * The answers to several parts that may be those of the guests' own rows, since HBase has unloaded
 * a guest's observer meanwhile, or the observer has taken nothing over. The client repeats what it
 * has asked for.
 *
 * <p>A mutation succeeds only if the observer has forwarded it: HBase itself refuses a row outside
 * of the guest. Its answer stands, since the client would else repeat what was applied. So where
 * the observer has taken a part over before it was unloaded, only the answers to gets may be raw,
 * and what HBase has refused is refused as by a server without the region.
 *
 * <p>For one use by the handler of the call.
 */
final class RawAnswers {
  /** How HBase begins the message about a row outside of the region. */
  private static final String OUTSIDE = "Requested row out of range for";

  private final DoorRequest request;
  private final Set<Integer> whole = new HashSet<>();

  /** Parts where the answers to gets alone may be raw: the indexes of these gets. */
  private final Map<Integer, Set<Integer>> reads = new HashMap<>();

  RawAnswers(DoorRequest request) {
    this.request = request;
  }

  /** No answer to this part is the one to its natural request. */
  void addWhole(int part) {
    whole.add(part);
  }

  /**
   * The answers to the mutations of this part are those to natural ones, as far as they succeed.
   */
  void addReads(int part) {
    reads.put(
        part,
        request.actions(part).stream()
            .filter(Action::hasGet)
            .map(Action::getIndex)
            .collect(Collectors.toSet()));
  }

  /** The parts whose answers are dropped as a whole. */
  Set<Integer> whole() {
    return whole;
  }

  /** The cells of all answers that are passed on. */
  @Nullable CellScanner cellsWithout(MultiResponse response, @Nullable CellScanner cells)
      throws IOException {
    return whole.isEmpty() && reads.isEmpty()
        ? cells
        : DoorAnswers.cellsWithout(this::isRaw, response, cells);
  }

  private boolean isRaw(int part, ResultOrException result) {
    return whole.contains(part) || reads.getOrDefault(part, Set.of()).contains(result.getIndex());
  }

  /**
   * The answers, with a refusal in place of each answer to a get of an unloaded observer, and of
   * what HBase has refused instead; the very same response if there is none.
   */
  MultiResponse withRefusedReads(MultiResponse response, IntFunction<IOException> refusal) {
    Map<Integer, RegionActionResult> results = new HashMap<>();
    for (Map.Entry<Integer, Set<Integer>> each : reads.entrySet()) {
      int part = each.getKey();
      results.put(
          part,
          DoorAnswers.replaced(
              response.getRegionActionResult(part),
              RawAnswers::isOutside,
              action -> each.getValue().contains(action.getIndex()),
              () -> refusal.apply(part)));
    }
    return DoorAnswers.with(results, response);
  }

  private static boolean isOutside(NameBytesPair exception) {
    return exception.getValue().toStringUtf8().contains(OUTSIDE);
  }
}
