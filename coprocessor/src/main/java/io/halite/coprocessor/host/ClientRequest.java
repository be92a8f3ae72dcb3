package io.halite.coprocessor.host;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.BulkLoadHFileRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * The request that the current handler thread is serving.
 *
 * <p>HBase does not pass to a hook which action of a multi request it serves. A {@link
 * MultiPosition} finds it: the next get, or the next batch of mutations, with the hook's region,
 * row and kind. Gets overtake puts and deletes, so both have a position of their own.
 *
 * <p>The thread forgets it at its end ({@link RequestEnd}), and keeps a get or a scan not even
 * until then: no hook needs to know what another has found out of it. So a handler that waits holds
 * no memory, and no class of a jar that has been replaced. For the handler thread alone.
 */
public final class ClientRequest {
  private static final ThreadLocal<ClientRequest> CURRENT = new ThreadLocal<>();
  private static final Runnable FORGET = CURRENT::remove;

  private final Optional<RpcCall> call;
  private final Optional<Message> message;
  private final Optional<Pins> guest;
  private final Optional<MultiPosition> position;
  private final RequestEnd end = new RequestEnd();
  private Optional<KeyRange> gatewayRange;

  private ClientRequest(Optional<RpcCall> call) {
    this(call, call.map(RpcCall::getParam), Optional.empty(), Optional.empty());
  }

  private ClientRequest(
      Optional<RpcCall> call,
      Optional<Message> message,
      Optional<Pins> guest,
      Optional<KeyRange> gatewayRange) {
    this.call = call;
    this.message = message;
    this.guest = guest;
    this.gatewayRange = gatewayRange;
    this.position =
        message(MultiRequest.class).map(multi -> new MultiPosition(multi, new CellsAhead(call)));
  }

  /** The message of the request, if it is of this type. */
  private <M> Optional<M> message(Class<M> type) {
    return message.filter(type::isInstance).map(type::cast);
  }

  /**
   * Says that this thread serves {@code call} by a guest region, until {@link #ended}.
   *
   * @param message the client's message, with the names of the guest regions
   * @param pins the guest regions, which do not close meanwhile
   * @param gatewayRange the natural range of the gateway region whose scan it opens, if it does
   */
  public static void serveAsGuest(
      RpcCall call, Message message, Pins pins, Optional<KeyRange> gatewayRange) {
    CURRENT.set(
        new ClientRequest(
            Optional.of(call), Optional.of(message), Optional.of(pins), gatewayRange));
  }

  /** Says that the request of a guest region has ended. */
  public static void ended() {
    Optional.ofNullable(CURRENT.get()).ifPresent(served -> served.end.run());
    CURRENT.remove();
  }

  /** Has this thread forget something when the request has ended; there may be no request. */
  public void atEnd(Runnable forget) {
    call.ifPresent(served -> end.add(forget, served));
  }

  /** Whether a guest region serves the request, in place of the region that the client named. */
  public boolean isGuest() {
    return guest.isPresent();
  }

  /** The regions that this thread keeps open for the request. */
  public Pins pins() {
    return guest.orElse(Pins.NONE);
  }

  /** Takes the natural range that its first scan is to answer for; empty for its region's own. */
  public Optional<KeyRange> takeGatewayRange() {
    Optional<KeyRange> taken = gatewayRange;
    gatewayRange = Optional.empty();
    return taken;
  }

  /** The request being served, or an empty one on a thread that serves none. */
  public static ClientRequest current() {
    Optional<RpcCall> call = RpcServer.getCurrentCall();
    if (call.isEmpty()) {
      // What is known stays: HBase hides the call from a request that the server sends to itself.
      return new ClientRequest(call);
    }
    ClientRequest known = CURRENT.get();
    if (known == null || known.call.orElseThrow() != call.get()) {
      known = new ClientRequest(call);
      CURRENT.remove();
    }
    if (known.isGuest() || !known.isOneRead()) {
      CURRENT.set(known);
      known.atEnd(FORGET);
    }
    return known;
  }

  private boolean isOneRead() {
    return message.filter(of -> of instanceof GetRequest || of instanceof ScanRequest).isPresent();
  }

  /** The name of the user who sent the request being served; an empty text on other threads. */
  public static String user() {
    return userName().orElse("");
  }

  /** The name of the user who sent the request being served; empty on other threads. */
  public static Optional<String> userName() {
    return RpcServer.getRequestUserName();
  }

  /** The user who sent the request being served; {@link User#getCurrent} on other threads. */
  public static User sender() throws IOException {
    Optional<User> sender = RpcServer.getRequestUser();
    return sender.isPresent() ? sender.get() : User.getCurrent();
  }

  /** Whether the current thread serves a request. */
  public static boolean isServed() {
    return RpcServer.isInRpcCallContext();
  }

  /** Milliseconds since the epoch, by HBase's clock, after which nobody waits for the answer. */
  public long deadline() {
    return call.map(RpcCall::getDeadline).orElse(Long.MAX_VALUE);
  }

  /** Whether it has several actions, which are served one after the other. */
  public boolean isMulti() {
    return position.isPresent();
  }

  /** Whether its client asks again at once for the gets that its answer leaves out. */
  public boolean mayEndAtAnyGet() {
    return isMulti() && call.map(RpcCall::isRetryImmediatelySupported).orElse(false);
  }

  /** Milliseconds since the epoch when this server received the request. */
  public long received() {
    return call.map(RpcCall::getReceiveTime).orElseGet(EnvironmentEdgeManager::currentTime);
  }

  /** The attributes that the client gave to the request, by name; empty without a request. */
  public Map<String, byte[]> attributes() {
    return call.map(CallAttributes::ofRequest).orElse(Map.of());
  }

  /** The name of the server that forwarded it; empty if a client sent it. */
  public Optional<String> gateway() {
    return call.map(CallAttributes::ofConnection)
        .map(attributes -> attributes.get(RegionRpcs.GATEWAY))
        .map(Bytes::toString);
  }

  /** Whether the client has hung up. */
  public boolean isAbandoned() {
    return call.isPresent() && call.get().disconnectSince() >= 0;
  }

  /** What the request says of the scan being served. */
  public RequestedScan scan() {
    return new RequestedScan(message(ScanRequest.class));
  }

  /** Whether it loads files that another cluster has replicated to this one. */
  public boolean loadsReplicatedFiles() {
    return message(BulkLoadHFileRequest.class)
        .filter(load -> load.getClusterIdsCount() > 0)
        .isPresent();
  }

  /**
   * Returns a run of gets of one multi request, so that the gateway can read them together.
   *
   * <p>The run begins with the request's next get of {@code row} in the region. It ends before the
   * first action that is not a get or not {@code plain}, or after {@code most} gets. Example: of
   * the gets A, B, C and D, where only D is not plain, the run of row B is B, C.
   *
   * @return the run; empty if its first get is not plain, or if the request is no multi request
   */
  public List<Get> run(byte[] regionName, byte[] row, int most, Predicate<Get> plain)
      throws IOException {
    if (position.isEmpty()) {
      return List.of();
    }
    List<Get> run = new ArrayList<>();
    List<ClientProtos.Get> next = position.get().nextGets(regionName, row, most);
    for (ClientProtos.Get each : next) {
      Get get = ProtobufUtil.toGet(each);
      if (!plain.test(get)) {
        break;
      }
      run.add(get);
    }
    position.get().passGets(next.isEmpty() ? 0 : Math.max(1, run.size()));
    return run;
  }

  /** Whether it has an atomic batch of several rows of this region, of so many mutations. */
  public boolean hasAtomicOfRows(byte[] regionName, int mutations) {
    return HookStack.ofClient(
            position.filter(multi -> multi.hasAtomicOfRows(regionName, mutations)))
        .isPresent();
  }

  /** Says that the region begins to serve a batch, for which no hook may ask later. */
  public void batchBegins(byte[] regionName) {
    position.ifPresent(multi -> multi.begun(regionName));
  }

  /** Whether the put or delete of this row is one of several that each succeed or fail alone. */
  public boolean standsForItself(byte[] regionName, byte[] row) {
    return HookStack.ofClient(position.filter(multi -> multi.standsForItself(regionName, row)))
        .isPresent();
  }

  /** The client's nonce of the next single increment or append of this row in this region. */
  public Nonce singleNonce(byte[] regionName, byte[] row) {
    return nonce(multi -> multi.nextNonced(regionName, row));
  }

  /** The region begins to serve a conditional mutation, {@code nonced} if it adds or appends. */
  public void conditionBegins(byte[] regionName, byte[] row, boolean nonced) {
    (nonced ? HookStack.ofClient(position) : position)
        .ifPresent(multi -> multi.conditionBegun(regionName, row, nonced));
  }

  /** The client's nonce of the conditional mutation that has begun last. */
  public Nonce conditionalNonce() {
    return nonce(MultiPosition::conditional);
  }

  /** The nonce of a single mutation, or of those of a multi request that {@code next} finds. */
  private Nonce nonce(Function<MultiPosition, List<MutationProto>> next) {
    return HookStack.ofClient(message(MutateRequest.class))
        .map(mutate -> Nonce.of(mutate.getNonceGroup(), List.of(mutate.getMutation())))
        .or(
            () ->
                HookStack.ofClient(position)
                    .map(multi -> Nonce.of(multi.nonceGroup(), next.apply(multi))))
        .orElse(Nonce.NONE);
  }

  /**
   * Finds out what a batch of several mutations of one row is.
   *
   * @param nonced whether one of them is an increment or append
   * @return the client's nonce if it is atomic or the request does not say; empty if it is not
   */
  public Optional<Nonce> atomicNonce(byte[] regionName, byte[] row, int mutations, boolean nonced) {
    Optional<MultiPosition> multi = HookStack.ofClient(position);
    return multi.isEmpty()
        ? Optional.of(Nonce.NONE)
        : multi
            .get()
            .nextAtomic(regionName, row, mutations, nonced)
            .map(actions -> Nonce.of(multi.get().nonceGroup(), actions));
  }
}
