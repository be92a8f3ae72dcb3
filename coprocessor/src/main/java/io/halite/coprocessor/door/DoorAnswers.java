package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hadoop.hbase.exceptions.RegionOpeningException;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FieldDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/**
 * The exceptions that a door answers with.
 *
 * <p>A RegionMovedException comes from the gateway region's own server alone. Any other server
 * answers a plain NotServingRegionException, which makes clients read {@code hbase:meta}. If it
 * said where the region went once, a client that was redirected to it with a greater sequence
 * number would ignore that and ask it again. Stateless.
 */
final class DoorAnswers {
  private static final String MOVED = RegionMovedException.class.getName();
  private static final Set<String> MISPLACED =
      Set.of(
          NotServingRegionException.class.getName(), MOVED, RegionOpeningException.class.getName());

  private DoorAnswers() {}

  /** The answer to a part that this server refuses. */
  static IOException refusal(Decision decision, ByteString region) {
    return decision instanceof Decision.Redirect redirect
        ? new RegionMovedException(redirect.door(), redirect.sequence())
        : notServing(region);
  }

  static NotServingRegionException notServing(ByteString region) {
    String name =
        region.isEmpty()
            ? "the region of this request"
            : Bytes.toStringBinary(region.toByteArray());
    return new NotServingRegionException(
        name + " is not on this server, which does not serve it as a guest now");
  }

  /**
   * The results of a part that is refused.
   *
   * <p>Blocking clients before HBase 2.5.3 forget all locations of the server that answers a part
   * with a move, this move included, and come back to the gateway. They follow the move of an
   * action, as all others do.
   *
   * @param actions of the part, if they fail one by one
   */
  static RegionActionResult result(IOException refusal, List<Action> actions) {
    return refusal instanceof RegionMovedException && !actions.isEmpty()
        ? moved(refusal, actions)
        : result(refusal);
  }

  private static RegionActionResult result(IOException refusal) {
    return RegionActionResult.newBuilder().setException(exception(refusal)).build();
  }

  /** A refusal without its stack trace, since it goes with each of perhaps thousands of parts. */
  private static NameBytesPair exception(IOException refusal) {
    return NameBytesPair.newBuilder()
        .setName(refusal.getClass().getName())
        .setValue(ByteString.copyFromUtf8(refusal.toString()))
        .build();
  }

  private static RegionActionResult moved(IOException move, List<Action> actions) {
    NameBytesPair exception = exception(move);
    RegionActionResult.Builder results = RegionActionResult.newBuilder();
    for (Action action : actions) {
      results.addResultOrException(
          ResultOrException.newBuilder().setIndex(action.getIndex()).setException(exception));
    }
    return results.build();
  }

  /**
   * The results of a part, with this refusal in place of each failure because its region was not
   * there: of the part, or of one of its actions. The very same results if nothing failed so.
   */
  static RegionActionResult replaced(RegionActionResult results, Supplier<IOException> refusal) {
    return replaced(results, DoorAnswers::isMisplaced, any -> false, refusal);
  }

  /**
   * The same in place of some failures and of the results of some actions.
   *
   * @param failures says of a failure of the part, or of an action, whether it is replaced
   * @param actions says of an action whether its result is replaced, whatever it is
   */
  static RegionActionResult replaced(
      RegionActionResult results,
      Predicate<NameBytesPair> failures,
      Predicate<ResultOrException> actions,
      Supplier<IOException> refusal) {
    if (results.hasException() && failures.test(results.getException())) {
      return result(refusal.get());
    }
    Predicate<ResultOrException> isReplaced =
        actions.or(each -> each.hasException() && failures.test(each.getException()));
    if (results.getResultOrExceptionList().stream().noneMatch(isReplaced)) {
      return results;
    }
    NameBytesPair exception = exception(refusal.get());
    RegionActionResult.Builder replaced = results.toBuilder();
    for (int i = 0; i < results.getResultOrExceptionCount(); i++) {
      if (isReplaced.test(results.getResultOrException(i))) {
        replaced.getResultOrExceptionBuilder(i).clearResult().setException(exception);
      }
    }
    return replaced.build();
  }

  /** Whether a part has failed, or each of its actions. */
  static boolean hasFailed(RegionActionResult results) {
    return results.hasException()
        || (results.getResultOrExceptionCount() > 0
            && results.getResultOrExceptionList().stream()
                .allMatch(ResultOrException::hasException));
  }

  /** Says of the answer to an action of a part whether it is dropped. */
  interface Dropped {
    boolean test(int part, ResultOrException result);
  }

  /**
   * The cells of all answers but some. HBase sends them in the order of the answers, and each
   * answer says how many are its own.
   */
  static @Nullable CellScanner cellsWithout(
      Dropped dropped, MultiResponse response, @Nullable CellScanner cells) throws IOException {
    if (cells == null) {
      return null;
    }
    List<Cell> kept = new ArrayList<>();
    for (int part = 0; part < response.getRegionActionResultCount(); part++) {
      for (ResultOrException each :
          response.getRegionActionResult(part).getResultOrExceptionList()) {
        boolean isKept = !dropped.test(part, each);
        for (int i = each.getResult().getAssociatedCellCount(); i > 0 && cells.advance(); i--) {
          if (isKept) {
            kept.add(cells.current());
          }
        }
      }
    }
    return CellUtil.createCellScanner(kept);
  }

  private static boolean isMisplaced(NameBytesPair exception) {
    return MISPLACED.contains(exception.getName());
  }

  /**
   * Sends on a request to HBase: one of a kind that doors leave to HBase, such as the call of an
   * endpoint or the next rows of a scan, or one whose region may leave meanwhile. It fails with a
   * NotServingRegionException where HBase would answer where a region of a salted table has gone.
   */
  static Pair<Message, CellScanner> withoutMoves(
      RpcCall call, Door.Next next, Predicate<ByteString> isSalted) throws IOException {
    try {
      Pair<Message, CellScanner> answer = next.call(call);
      return call.getParam() instanceof MultiRequest request
              && answer.getFirst() instanceof MultiResponse response
          ? Pair.newPair(withoutMoves(request, response, isSalted), answer.getSecond())
          : answer;
    } catch (RegionMovedException moved) {
      Optional<ByteString> region = region(call.getParam());
      if (mayBeSalted(region, isSalted)) {
        throw notServing(region.orElse(ByteString.EMPTY));
      }
      throw moved;
    }
  }

  /** The very same answer if no part failed so. A request may have very many parts. */
  private static MultiResponse withoutMoves(
      MultiRequest request, MultiResponse response, Predicate<ByteString> isSalted) {
    Map<Integer, RegionActionResult> refused = new HashMap<>();
    for (int part = 0; part < response.getRegionActionResultCount(); part++) {
      RegionActionResult result = response.getRegionActionResult(part);
      if (result.hasException() && result.getException().getName().equals(MOVED)) {
        ByteString region = request.getRegionAction(part).getRegion().getValue();
        if (mayBeSalted(Optional.of(region), isSalted)) {
          refused.put(part, result(notServing(region)));
        }
      }
    }
    return with(refused, response);
  }

  /** The answer with other results of some parts; the very same one without any. */
  static MultiResponse with(Map<Integer, RegionActionResult> results, MultiResponse response) {
    if (results.isEmpty()) {
      return response;
    }
    MultiResponse.Builder changed = response.toBuilder();
    results.forEach(changed::setRegionActionResult);
    return changed.build();
  }

  /** A request may name no region, or one by its encoded name, which says no table. */
  private static boolean mayBeSalted(Optional<ByteString> region, Predicate<ByteString> isSalted) {
    return region.flatMap(DoorTable::nameOf).map(isSalted::test).orElse(true);
  }

  private static Optional<ByteString> region(Message message) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName("region");
    return field != null
            && !field.isRepeated()
            && message.hasField(field)
            && message.getField(field) instanceof RegionSpecifier region
        ? Optional.of(region.getValue())
        : Optional.empty();
  }
}
