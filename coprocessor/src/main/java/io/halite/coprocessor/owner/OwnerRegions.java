package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.BatchRpc;
import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.host.RegionRpc;
import io.halite.coprocessor.host.RegionRpcs;
import io.halite.coprocessor.host.RegionRpcs.Envelope;
import io.halite.coprocessor.host.RemoteFailure;
import io.halite.coprocessor.owner.SaltingMetrics.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;

/**
 * Finds the owner region of a stored key and calls it, as often as {@link ForwardRetry} allows.
 * Thread-safe.
 */
final class OwnerRegions {
  private final RegionRpcs rpcs;
  private final ConnectionUses uses;
  private final OwnerLocations locations;
  private final int priority;
  private final RegionOutages outages = new RegionOutages();
  private final ServerName here;
  private final SaltingMetrics metrics;
  private final ServerShares shares;
  private final SharedRpcs shared;

  OwnerRegions(
      RegionRpcs rpcs,
      ConnectionUses uses,
      OwnerLocations locations,
      int priority,
      SaltedServer server) {
    this.rpcs = rpcs;
    this.uses = uses;
    this.locations = locations;
    this.priority = priority;
    this.here = server.name();
    this.shares = server.shares();
    this.metrics = server.metrics();
    this.shared = new SharedRpcs(new OwnWire());
  }

  /** RPCs that requests share: they have no attributes. */
  private final class OwnWire implements SharedRpcs.Wire {
    @Override
    public Result one(HRegionLocation location, Row request, int timeoutMillis) throws IOException {
      metrics.rpc();
      RegionRpc rpc = rpcs.to(location, envelope(Map.of()), timeoutMillis);
      return request instanceof Get get ? rpc.get(get) : rpc.mutate((Mutation) request, Nonce.NONE);
    }

    @Override
    public List<BatchRpc.Answer> many(List<BatchRpc.Part> parts, int timeoutMillis)
        throws IOException {
      metrics.rpc();
      return rpcs.send(parts, envelope(Map.of()), timeoutMillis);
    }

    @Override
    public void failed(HRegionLocation location, IOException answer) {
      forget(location, RemoteFailure.cause(answer));
    }
  }

  /** One attempt at a region, with an RPC of its own. */
  interface Attempt<T> {
    T send(RegionRpc rpc) throws IOException;
  }

  /** One attempt of a request that its owner knows again, by its number and its age. */
  interface NumberedAttempt<T> {
    T send(RegionRpc rpc, int ageMillis) throws IOException;
  }

  /** One attempt at a region. */
  private interface Sending<T> {
    T send(HRegionLocation location) throws IOException;
  }

  /**
   * The target of a request.
   *
   * @param row the stored key that selects the region
   * @param attributes the request attributes
   */
  record Target(TableName table, byte[] row, Map<String, byte[]> attributes) {}

  <T> T call(Kind kind, Target target, LostAnswer lost, Attempt<T> attempt) throws IOException {
    return timed(
        kind,
        target,
        lost,
        location -> {
          int timeoutMillis = lost.budget().callTimeoutMillis();
          metrics.rpc();
          return attempt.send(rpcs.to(location, envelope(target.attributes()), timeoutMillis));
        });
  }

  /** Sends a request that its owner knows again, and sends it again if its answer is lost. */
  <T> T callNumbered(Kind kind, Target target, LostAnswer lost, NumberedAttempt<T> attempt)
      throws IOException {
    return timed(
        kind,
        target,
        lost,
        location -> {
          int timeoutMillis = lost.callTimeoutMillis();
          metrics.rpc();
          return attempt.send(
              rpcs.to(location, envelope(target.attributes()), timeoutMillis), lost.ageMillis());
        });
  }

  /** Sends a request without attributes and nonce, in an RPC that others may share. */
  Result callTogether(Kind kind, TableName table, Row request, Budget budget) throws IOException {
    return timed(
        kind,
        new Target(table, request.getRow(), Map.of()),
        LostAnswer.of(request, budget),
        location -> shared.send(location, request, budget));
  }

  private <T> T timed(Kind kind, Target target, LostAnswer lost, Sending<T> sending)
      throws IOException {
    long start = System.nanoTime();
    try (ConnectionUses.Use use = uses.begin();
        lost) {
      return repeat(target, lost, sending);
    } catch (IOException e) {
      metrics.failed(lost.failure(e), 1);
      throw e;
    } finally {
      metrics.ended(kind, System.nanoTime() - start);
    }
  }

  private <T> T repeat(Target target, LostAnswer lost, Sending<T> sending) throws IOException {
    for (int attempts = 0; ; attempts++) {
      Optional<HRegionLocation> location = Optional.empty();
      try {
        HRegionLocation found = locations.of(target.table(), target.row(), lost.budget());
        location = Optional.of(found);
        T answer = sendOne(found, lost.budget(), sending);
        outages.answered(found);
        return answer;
      } catch (IOException | RuntimeException e) {
        IOException answer = RemoteFailure.cause(e);
        location.ifPresent(wrong -> forget(wrong, answer));
        if (!lost.allowsRepeat(e, answer)) {
          throw lost.forClient(answer);
        }
        if (!lost.pause(attempts, shares.permits())) {
          throw lost.unknown().isPresent()
              ? lost.unknown().get()
              : outages.refusal(location, answer);
        }
        metrics.retried(1);
      }
    }
  }

  private <T> T sendOne(HRegionLocation location, Budget budget, Sending<T> sending)
      throws IOException {
    try (ServerShares.Share share = shares.enter(location.getServerName(), budget)) {
      sent(location, 1);
      T answer = sending.send(location);
      share.answered();
      return answer;
    }
  }

  private Envelope envelope(Map<String, byte[]> attributes) {
    return new Envelope(priority, attributes);
  }

  /** Sends the parts of a batch to one server, once. */
  List<BatchRpc.Answer> send(
      List<BatchRpc.Part> parts, Map<String, byte[]> attributes, Budget budget) throws IOException {
    try (ServerShares.Share share = shares.enter(parts.get(0).location().getServerName(), budget)) {
      int timeoutMillis = budget.callTimeoutMillis();
      parts.forEach(part -> sent(part.location(), part.requests().size()));
      metrics.rpc();
      List<BatchRpc.Answer> answers = rpcs.send(parts, envelope(attributes), timeoutMillis);
      share.answered();
      return answers;
    }
  }

  private void sent(HRegionLocation location, int requests) {
    metrics.sent(location.getServerName().equals(here), requests);
  }

  /** Keeps the connection open for a batch. */
  ConnectionUses.Use use() throws NotServingRegionException {
    return uses.begin();
  }

  RegionOutages outages() {
    return outages;
  }

  SaltingMetrics metrics() {
    return metrics;
  }

  /** Returns the places of the regions of one attempt of a batch. */
  BatchLocations locations(TableName table, Budget budget) {
    return new BatchLocations(locations, table, budget, System::nanoTime);
  }

  /** Drops a location if the answer says that it is wrong, or if none came. */
  void forget(HRegionLocation location, Throwable answer) {
    if (ForwardRetry.isMisplaced(answer)) {
      rpcs.forget(location.getServerName());
      locations.forget(location);
    } else if (ForwardRetry.isSilent(answer)) {
      locations.forget(location);
    }
  }
}
