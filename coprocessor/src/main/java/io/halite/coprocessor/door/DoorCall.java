package io.halite.coprocessor.door;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.ServedCall;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * One call with at least one part that a door redirects, refuses or serves. For one use by the
 * handler of the call.
 */
final class DoorCall {
  private final RpcCall call;
  private final DoorRequest request;
  private final List<Decision> decisions;
  private final Consumer<List<Decision>> counts;
  private final List<Optional<Target>> targets = new ArrayList<>();

  /** The guest of each region: all parts of a region go the same way, so that they keep order. */
  private final Map<ByteString, Optional<GatewayRegion>> guests = new HashMap<>();

  /** Regions with a part that has lost its guest: a later part must not be served before it. */
  private final Set<ByteString> lost = new HashSet<>();

  /** Whether HBase would let the request wait; empty until a guest is about to be pinned. */
  private Optional<Boolean> held = Optional.empty();

  /**
   * One call.
   *
   * @param decisions one for each part of the request
   * @param counts receives them once it is known which guests will serve
   */
  DoorCall(
      RpcCall call,
      DoorRequest request,
      List<Decision> decisions,
      Consumer<List<Decision>> counts) {
    this.call = call;
    this.request = request;
    this.decisions = new ArrayList<>(decisions);
    this.counts = counts;
  }

  Pair<Message, CellScanner> serve(Door.Next next, Consumer<Throwable> refused) throws IOException {
    try (GuestPins pins = new GuestPins()) {
      for (int part = 0; part < decisions.size(); part++) {
        targets.add(target(part, pins));
      }
      counts.accept(decisions);
      if (!targets.stream().allMatch(Optional.of(Target.NOWHERE)::equals)) {
        return request instanceof OnePart ? one(next, pins) : many(next, pins);
      }
      if (request instanceof OnePart) {
        IOException refusal = refusal(0);
        refused.accept(refusal);
        throw refusal;
      }
      for (int part = 0; part < targets.size(); part++) {
        refused.accept(refusal(part));
      }
      return Pair.newPair(withRefusals(MultiResponse.getDefaultInstance()), null);
    }
  }

  private Optional<Target> target(int part, GuestPins pins) {
    if (decisions.get(part) instanceof Decision.Keep) {
      pins.keep(request.region(part).getValue());
      return Optional.empty();
    }
    if (decisions.get(part) instanceof Decision.Serve serve) {
      ByteString region = request.region(part).getValue();
      Optional<GatewayRegion> guest =
          guests.computeIfAbsent(region, name -> serve.table().guest(serve.gateway()));
      if (guest.isPresent()
          && !lost.contains(region)
          && !isHeld(guest.get())
          && pins.pin(guest.get(), serve.table())) {
        return Optional.of(Target.of(guest.get()));
      }
      lost.add(region);
      decisions.set(part, new Decision.Decline());
    }
    return Optional.of(Target.NOWHERE);
  }

  /**
   * Whether HBase would let the request wait for flushes, and every pinned guest with it: a guest
   * that is pinned can neither move nor take a bulk load.
   */
  private boolean isHeld(GatewayRegion guest) {
    if (held.isEmpty()) {
      held = Optional.of(guest.region().holdsWrites() && isWriting());
    }
    return held.get();
  }

  private boolean isWriting() {
    return IntStream.range(0, request.parts())
        .anyMatch(part -> request.firstMutation(part).isPresent());
  }

  private IOException refusal(int part) {
    return DoorAnswers.refusal(decisions.get(part), request.region(part).getValue());
  }

  private Pair<Message, CellScanner> one(Door.Next next, GuestPins pins) throws IOException {
    RegionInfo gateway = ((Decision.Serve) decisions.get(0)).gateway();
    GatewayRegion guest = guest(0).orElseThrow();
    try {
      Pair<Message, CellScanner> answer =
          send(next, pins, Optional.of(KeyRange.of(gateway.getStartKey(), gateway.getEndKey())));
      if (pins.isTakenOver(guest)) {
        return answer;
      }
    } catch (NotServingRegionException guestIsGone) {
      // Its message names the guest.
    } catch (IOException failure) {
      // An observer before Halite's may judge a request that Halite's never sees.
      if (guest.region().isObserved() || pins.isTakenOver(guest)) {
        throw failure;
      }
    }
    throw DoorAnswers.notServing(ByteString.copyFrom(gateway.getRegionName()));
  }

  private Pair<Message, CellScanner> many(Door.Next next, GuestPins pins) throws IOException {
    Pair<Message, CellScanner> answer = send(next, pins, Optional.empty());
    MultiResponse response = (MultiResponse) answer.getFirst();
    RawAnswers raw = raw(response, pins);
    CellScanner cells = raw.cellsWithout(response, answer.getSecond());
    raw.whole().forEach(part -> targets.set(part, Optional.of(Target.NOWHERE)));
    MultiResponse natural = raw.withRefusedReads(response, this::refusal);
    MultiResponse named = GuestStatistics.renamed(natural, request, targets);
    return Pair.newPair(withRefusals(named), cells);
  }

  /**
   * The answers that HBase may have given by the guest's own rows: it has unloaded the guest's
   * observer meanwhile, or the observer has not said that it took any part over. A failure of an
   * observer that is still there is passed on, since one before Halite's may judge a request first.
   */
  private RawAnswers raw(MultiResponse response, GuestPins pins) {
    RawAnswers raw = new RawAnswers(request);
    int answered = Math.min(targets.size(), response.getRegionActionResultCount());
    for (int part = 0; part < answered; part++) {
      Optional<GatewayRegion> guest = guest(part);
      if (guest.isEmpty()) {
        continue;
      }
      boolean isObserved = guest.get().region().isObserved();
      if (pins.isTakenOver(guest.get())) {
        if (!isObserved) {
          raw.addReads(part);
        }
      } else if (!isObserved || !DoorAnswers.hasFailed(response.getRegionActionResult(part))) {
        raw.addWhole(part);
      }
    }
    return raw;
  }

  /** The guest of a part; empty if HBase serves the part by the client's region, or refuses it. */
  private Optional<GatewayRegion> guest(int part) {
    return targets.get(part).isEmpty() || targets.get(part).get().equals(Target.NOWHERE)
        ? Optional.empty()
        : guests.getOrDefault(request.region(part).getValue(), Optional.empty());
  }

  /** Sends the request with the guest regions in place of those that the client named. */
  private Pair<Message, CellScanner> send(Door.Next next, GuestPins pins, Optional<KeyRange> range)
      throws IOException {
    Message natural = request.with(targets.stream().map(DoorCall::natural).toList());
    Message served = request.hasGets() ? request.with(targets) : natural;
    ClientRequest.serveAsGuest(call, natural, pins, range);
    try {
      return next.call(ServedCall.of(call, served));
    } finally {
      ClientRequest.ended();
    }
  }

  private static Optional<Target> natural(Optional<Target> target) {
    return target.map(Target::natural);
  }

  private MultiResponse withRefusals(MultiResponse response) {
    List<RegionActionResult> results = new ArrayList<>(targets.size());
    for (int part = 0; part < targets.size(); part++) {
      results.add(result(response, part));
    }
    // Nearly always nothing was refused, and a result may have thousands of rows.
    return results.equals(response.getRegionActionResultList())
        ? response
        : response.toBuilder().clearRegionActionResult().addAllRegionActionResult(results).build();
  }

  private RegionActionResult result(MultiResponse response, int part) {
    boolean nowhere = targets.get(part).equals(Optional.of(Target.NOWHERE));
    if (nowhere || part >= response.getRegionActionResultCount()) {
      return DoorAnswers.result(refusal(part), request.actions(part));
    }
    RegionActionResult given = response.getRegionActionResult(part);
    return targets.get(part).isPresent() ? DoorAnswers.replaced(given, () -> refusal(part)) : given;
  }
}
