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
 * refuses one. If a coprocessor fails after the batch was applied, that writes a put twice, the
 * second time with a later time; a delete of the newest version, which would then delete two, never
 * shares. A request whose time is over before the RPC begins stays behind. A lost RPC is another
 * matter: it is unknown of each of its requests whether the owner applied it. Thread-safe.
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

    /** An RPC with several requests, some of this region, has failed as a whole. */
    void failed(HRegionLocation location, IOException answer);
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
    return together.size() == 1 ? List.of(sendOne(together.get(0))) : sendMany(together);
  }

  private Answer sendOne(Forward forward) {
    try {
      int timeout = forward.budget().callTimeoutMillis();
      return new Answer(wire.one(forward.location(), forward.request(), timeout), true, 0);
    } catch (IOException | RuntimeException e) {
      return new Answer(failure(e), false, 0);
    }
  }

  /** Its sender has to know that no answer came. */
  private static IOException failure(Exception thrown) {
    return thrown instanceof NoAnswerException lost ? lost : RemoteFailure.cause(thrown);
  }

  private List<Answer> sendMany(List<Forward> together) {
    Answer[] answers = new Answer[together.size()];
    Map<RegionInfo, Part> parts = new LinkedHashMap<>();
    long timeout = Integer.MAX_VALUE;
    for (int i = 0; i < answers.length; i++) {
      Forward each = together.get(i);
      long left = each.budget().left();
      if (left <= 0) {
        // It was in time when its lane looked. No RPC begins behind the deadline of a request.
        answers[i] = ForwardLane.late();
      } else {
        timeout = Math.min(timeout, left);
        parts
            .computeIfAbsent(
                each.location().getRegion(), region -> new Part(each.location(), new ArrayList<>()))
            .requests()
            .add(new BatchRpc.Request(each.request(), i));
      }
    }
    if (!parts.isEmpty()) {
      sendParts(List.copyOf(parts.values()), (int) timeout, answers);
    }
    return List.of(answers);
  }

  private void sendParts(List<Part> parts, int timeoutMillis, Answer[] answers) {
    int companions = parts.stream().mapToInt(part -> part.requests().size()).sum() - 1;
    try {
      List<BatchRpc.Answer> answered = wire.many(parts, timeoutMillis);
      for (int i = 0; i < parts.size(); i++) {
        for (BatchRpc.Request request : parts.get(i).requests()) {
          Object value = value(answered.get(i), request);
          answers[request.index()] = new Answer(value, true, companions);
        }
      }
    } catch (IOException | RuntimeException e) {
      IOException failure = failure(e);
      for (Part part : parts) {
        wire.failed(part.location(), failure);
        for (BatchRpc.Request request : part.requests()) {
          answers[request.index()] = new Answer(failure, false, companions);
        }
      }
    }
  }

  private static Object value(BatchRpc.Answer answer, BatchRpc.Request request) {
    return answer.refusal().isPresent()
        ? answer.refusal().get()
        : Objects.requireNonNull(answer.each().get(request.index()));
  }
}
