package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.BatchRpc;
import io.halite.coprocessor.host.BatchRpc.Part;
import io.halite.coprocessor.host.NoAnswerException;
import io.halite.coprocessor.host.RemoteFailure;
import io.halite.coprocessor.owner.ForwardLane.Answer;
import io.halite.coprocessor.owner.ForwardLane.Forward;
import io.halite.routing.host.RequestedMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheLoader;
import org.apache.hbase.thirdparty.com.google.common.cache.LoadingCache;

/**
 * Lets requests of single rows that concurrent handlers forward to one server share an RPC.
 *
 * <p>Gets share with gets, and puts and deletes with each other, if they have no request attributes
 * and about the same deadline. Increments, appends and conditional requests never share, since an
 * RPC has one group of nonces.
 *
 * <p>What becomes of a request does not depend on the others. If an owner refuses one that had
 * company, the handler sends it again alone: HBase fails all mutations of a batch if a coprocessor
 * refuses one. If a coprocessor fails after the batch was applied, that writes a put twice; a
 * delete of the newest version, which would then delete two, never shares. A request whose time is
 * over before the RPC begins stays behind. A lost RPC is another matter: it is unknown of each of
 * its requests whether the owner applied it. Thread-safe.
 */
final class SharedRpcs {
  private static final int FORGOTTEN_MINUTES = 10;

  private final Wire wire;
  private final LoadingCache<Key, ForwardLane> lanes =
      CacheBuilder.newBuilder()
          .expireAfterAccess(FORGOTTEN_MINUTES, TimeUnit.MINUTES)
          .build(CacheLoader.from(key -> new ForwardLane(this::sendAll)));

  /** What may share an RPC: requests of one server and kind, whose deadlines are about the same. */
  private record Key(ServerName server, boolean isRead, int deadlineClass) {}

  /** How RPCs reach a server. */
  interface Wire {
    /** Sends an RPC with one request. */
    Result one(HRegionLocation location, Row request, int timeoutMillis) throws IOException;

    /** Sends an RPC with several requests. */
    List<BatchRpc.Answer> many(List<Part> parts, int timeoutMillis) throws IOException;
  }

  SharedRpcs(Wire wire) {
    this.wire = wire;
  }

  /** Whether a request without request attributes and without a nonce may share an RPC. */
  static boolean isSharable(Row request) {
    if (request instanceof Get get) {
      return !get.isCheckExistenceOnly()
          && !RequestedMetrics.of(get)
          && get.getConsistency() == Consistency.STRONG
          && get.getReplicaId() < 0;
    }
    // HBase logs a batch with the cluster ids of its first mutation.
    return (request instanceof Put
            || (request instanceof Delete delete && !NewestVersion.isDeletedBy(delete)))
        && ((Mutation) request).getClusterIds().isEmpty();
  }

  /** Sends a request to the region, once; throws what the owner or the network answered. */
  Result send(HRegionLocation location, Row request, Budget budget) throws IOException {
    long bytes = request instanceof Mutation mutation ? mutation.heapSize() : 0;
    Key key =
        new Key(
            location.getServerName(),
            request instanceof Get,
            ForwardRetry.deadlineClass(budget.left()));
    Answer answer = lanes.getUnchecked(key).send(new Forward(location, request, bytes, budget));
    if (answer.value() instanceof Result result) {
      return result;
    }
    IOException failure = (IOException) answer.value();
    if (answer.companions() > 0 && answer.isOwners() && dependsOnOthers(failure)) {
      return wire.one(location, request, budget.callTimeoutMillis());
    }
    throw failure;
  }

  /** Whether another request of the same RPC may be the reason. */
  private static boolean dependsOnOthers(IOException failure) {
    return !ForwardRetry.isMisplaced(failure)
        && !(failure instanceof RegionTooBusyException)
        && !(failure instanceof RpcThrottlingException);
  }

  private List<Answer> sendAll(List<Forward> together) {
    try {
      return together.size() == 1 ? List.of(sendOne(together.get(0))) : sendMany(together);
    } catch (IOException | RuntimeException e) {
      // Its sender has to know that no answer came.
      IOException failure = e instanceof NoAnswerException lost ? lost : RemoteFailure.cause(e);
      return together.stream()
          .map(each -> new Answer(failure, false, together.size() - 1))
          .toList();
    }
  }

  private Answer sendOne(Forward forward) throws IOException {
    int timeout = forward.budget().callTimeoutMillis();
    return new Answer(wire.one(forward.location(), forward.request(), timeout), true, 0);
  }

  private List<Answer> sendMany(List<Forward> together) throws IOException {
    Map<RegionInfo, Part> parts = new LinkedHashMap<>();
    int timeout = Integer.MAX_VALUE;
    for (int i = 0; i < together.size(); i++) {
      Forward each = together.get(i);
      timeout = (int) Math.max(1, Math.min(timeout, each.budget().left()));
      parts
          .computeIfAbsent(
              each.location().getRegion(), region -> new Part(each.location(), new ArrayList<>()))
          .requests()
          .add(new BatchRpc.Request(each.request(), i));
    }
    List<Part> sent = List.copyOf(parts.values());
    List<BatchRpc.Answer> answers = wire.many(sent, timeout);
    Answer[] each = new Answer[together.size()];
    for (int part = 0; part < sent.size(); part++) {
      BatchRpc.Answer answer = answers.get(part);
      for (BatchRpc.Request request : sent.get(part).requests()) {
        Object value =
            answer.refusal().isPresent()
                ? answer.refusal().get()
                : Objects.requireNonNull(answer.each().get(request.index()));
        each[request.index()] = new Answer(value, true, together.size() - 1);
      }
    }
    return List.of(each);
  }
}
