package io.halite.coprocessor.door;

import io.halite.routing.wait.RunningClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * The door of one region server: it redirects connections from its own gateway regions to other
 * doors, and serves the connections that others redirect to it. See {@link DoorRpcServer}.
 *
 * <p>Thread-safe; handlers never wait here.
 */
public final class Door {
  private final Predicate<byte[]> isOnline;
  private final Predicate<MutationProto> ofOtherCluster;
  private final Predicate<User> mayAsk;
  private final ConcurrentMap<ByteString, GatewayRegion> gateways = new ConcurrentHashMap<>();

  // By the bytes of the table's name. A TableName would never leave HBase's memory, and a
  // client may name any.
  private final ConcurrentMap<ByteString, DoorTable> tables = new ConcurrentHashMap<>();

  private final Cache<Redirects.Connection, Redirects.Assignment> assignments =
      Redirects.assignments();
  private final DoorCounts counts = new DoorCounts(this::redirecting);
  private volatile DoorMode mode;

  /** Clients that were redirected once may still come after the doors were turned off. */
  private volatile boolean wasOn;

  private Optional<DoorWatch> watch = Optional.empty();
  private boolean closed;

  /**
   * A door.
   *
   * @param isOnline whether the server has the region of a name
   * @param ofOtherCluster whether HBase's replication brings a mutation from another cluster
   * @param mayAsk who may have a {@link LoadReport}
   */
  Door(
      DoorMode mode,
      Predicate<byte[]> isOnline,
      Predicate<MutationProto> ofOtherCluster,
      Predicate<User> mayAsk) {
    this.isOnline = isOnline;
    this.ofOtherCluster = ofOtherCluster;
    this.mayAsk = mayAsk;
    turn(mode);
  }

  /** Sends a call on to HBase. */
  interface Next {
    Pair<Message, CellScanner> call(RpcCall call) throws IOException;
  }

  DoorMode mode() {
    return mode;
  }

  void turn(DoorMode changed) {
    mode = changed;
    wasOn |= changed != DoorMode.OFF;
  }

  Map<ByteString, DoorTable> tables() {
    return tables;
  }

  private long redirecting() {
    long now = RunningClock.millis();
    return mode == DoorMode.OFF
        ? 0
        : gateways.values().stream().filter(gateway -> gateway.isRedirecting(now)).count();
  }

  /** What this door has done. */
  public DoorCounts counts() {
    return counts;
  }

  /** Takes up a region that has opened. */
  public synchronized void opened(GuestRegion region) {
    GatewayRegion added =
        tables.computeIfAbsent(tableName(region), name -> new DoorTable(assignments)).add(region);
    gateways.put(added.name(), added);
    // A server that stops may still open a region.
    if (watch.isEmpty() && !closed) {
      watch = Optional.of(new DoorWatch(this));
      watch.get().start();
    }
  }

  /** Lets a region go that is about to close. It may be one that never was taken up. */
  public synchronized void closing(GuestRegion region) {
    // The table stays known, so that DoorAnswers goes on hiding where its regions have gone.
    Optional.ofNullable(tables.get(tableName(region)))
        .flatMap(table -> table.remove(region))
        .ifPresent(removed -> gateways.remove(removed.name(), removed));
  }

  /** Forgets tables that have had no region here for some time, such as dropped ones. */
  synchronized void forgetEmptyTables(long now) {
    tables.values().removeIf(table -> table.isForgotten(now));
  }

  private static ByteString tableName(GuestRegion region) {
    return ByteString.copyFrom(region.region().getRegionInfo().getTable().getName());
  }

  synchronized void close() {
    closed = true;
    watch.ifPresent(DoorWatch::stop);
  }

  /**
   * Serves a call: redirects it, serves it as a guest, or leaves it to HBase.
   *
   * @param refused counts the exceptions that this door answers with
   */
  Pair<Message, CellScanner> serve(RpcCall call, Next next, Consumer<Throwable> refused)
      throws IOException {
    if (!wasOn || tables.isEmpty()) {
      return next.call(call);
    }
    // A region that is here when the door looks may have left when HBase looks.
    Next toHBase = sent -> DoorAnswers.withoutMoves(sent, next, tables::containsKey);
    Optional<DoorRequest> request = DoorRequest.of(call.getParam());
    if (request.isEmpty()) {
      return toHBase.call(call);
    }
    List<Decision> decisions = decide(call, request.get());
    if (decisions.stream().allMatch(Decision.Keep.class::isInstance)) {
      return toHBase.call(call);
    }
    boolean isProbe = LoadReport.isAskedBy(call, mayAsk);
    if (isProbe && decisions.get(0) instanceof Decision.Serve serve && serve.holdsWrites()) {
      decisions = List.of(new Decision.Decline());
    }
    Consumer<List<Decision>> count =
        isProbe ? decided -> {} : decided -> count(call, request.get(), decided);
    Pair<Message, CellScanner> answer =
        new DoorCall(call, request.get(), decisions, count).serve(toHBase, refused);
    if (isProbe && decisions.get(0) instanceof Decision.Serve serve) {
      Optional<DoorLoad> load = serve.table().served().load(RunningClock.millis());
      return load.isPresent() ? Pair.newPair(LoadReport.answer(load.get()), null) : answer;
    }
    return answer;
  }

  /** Counts what was decided, and the load that guests are about to serve. */
  private void count(RpcCall call, DoorRequest request, List<Decision> decisions) {
    for (int part = 0; part < decisions.size(); part++) {
      // A forward to an owner region that has moved is refused, too, but asked for no guest.
      if (!(decisions.get(part) instanceof Decision.Decline) || request.isNatural(part)) {
        counts.count(decisions.get(part));
      }
      if (decisions.get(part) instanceof Decision.Serve serve) {
        ByteString region = request.region(part).getValue();
        serve.table().served().count(region, Peer.of(call), request.operations(part));
      }
    }
  }

  private List<Decision> decide(RpcCall call, DoorRequest request) {
    List<Decision> decisions = new ArrayList<>(request.parts());
    Map<ByteString, Decision> made = new HashMap<>();
    try {
      for (int part = 0; part < request.parts(); part++) {
        decisions.add(decide(call, request, part, made));
      }
      if (request.parts() > 1
          && IntStream.range(0, request.parts()).anyMatch(part -> mayLast(request, part))) {
        // Guests are held until all parts are served, and could not move in that time.
        decisions.replaceAll(
            each -> each instanceof Decision.Serve ? new Decision.Decline() : each);
      }
      return decisions;
    } catch (RuntimeException | LinkageError e) {
      // A defect here must not keep a server from serving plain tables.
      DoorWatch.LOG.error("the door failed; HBase serves the request itself", e);
      return List.of();
    }
  }

  /**
   * Whether HBase serves a part of a region that is here, and may take minutes for it: a plain
   * table's, the call of an endpoint, or a forward. A natural part of a salted table takes no
   * longer than its forwards may, see {@code ForwardBudgets}.
   */
  private boolean mayLast(DoorRequest request, int part) {
    RegionSpecifier region = request.region(part);
    return region.getType() != RegionSpecifierType.REGION_NAME
        || (isOnline.test(region.getValue().toByteArray())
            && !(gateways.containsKey(region.getValue()) && request.isNatural(part)));
  }

  /**
   * Decides about one part.
   *
   * @param made the decisions about earlier parts, by region. HBase's client makes several parts of
   *     one region, and the server applies them one after the other: what is sent elsewhere must
   *     not be overtaken
   */
  private Decision decide(
      RpcCall call, DoorRequest request, int part, Map<ByteString, Decision> made) {
    RegionSpecifier region = request.region(part);
    if (region.getType() != RegionSpecifierType.REGION_NAME || call.getRemoteAddress() == null) {
      return new Decision.Keep();
    }
    GatewayRegion gateway = gateways.get(region.getValue());
    if (gateway != null && gateway.isOnline(isOnline)) {
      return atGateway(gateway, call, request, part, made);
    }
    Optional<DoorTable> table = DoorTable.nameOf(region.getValue()).map(tables::get);
    if (table.isEmpty()) {
      return new Decision.Keep();
    }
    return request.isNatural(part)
        ? made.computeIfAbsent(region.getValue(), name -> asGuest(table.get(), name, true))
        : asGuest(table.get(), region.getValue(), false);
  }

  /** Decides about a part that names a gateway region of this server. */
  private Decision atGateway(
      GatewayRegion gateway,
      RpcCall call,
      DoorRequest request,
      int part,
      Map<ByteString, Decision> made) {
    boolean natural = request.isNatural(part);
    int operations = request.operations(part);
    gateway.count(natural, operations);
    if (!natural) {
      return new Decision.Keep();
    }
    Decision decision =
        made.computeIfAbsent(
            request.region(part).getValue(),
            name ->
                mode == DoorMode.OFF || !gateway.isOpen() || staysHere(call, request, part, gateway)
                    ? new Decision.Keep()
                    : gateway.decide(Peer.of(call), Arrival.of(call), operations));
    if (decision instanceof Decision.Keep) {
      gateway.countServed(Peer.of(call), RunningClock.millis(), operations);
    }
    return decision;
  }

  /**
   * Whether the client wants no redirect, is one of HBase's own servers, or goes on with a scan of
   * which this server knows how far it has come.
   */
  private boolean staysHere(RpcCall call, DoorRequest request, int part, GatewayRegion gateway) {
    OptionalLong readPoint = request.readPoint();
    return DoorOptOut.isChosen(call)
        || (readPoint.isPresent() && gateway.region().knowsScan(readPoint.getAsLong()))
        || request.firstMutation(part).filter(ofOtherCluster).isPresent();
  }

  private Decision asGuest(DoorTable table, ByteString name, boolean natural) {
    if (isOnline.test(name.toByteArray())) {
      return new Decision.Keep();
    }
    // HBase would say where the region went once, see DoorAnswers.
    if (mode == DoorMode.OFF || !natural) {
      return new Decision.Decline();
    }
    Optional<RegionInfo> gateway = table.find(name);
    if (gateway.isEmpty() || table.guest(gateway.get()).isEmpty()) {
      return new Decision.Decline();
    }
    return new Decision.Serve(gateway.get(), table);
  }
}
