package io.halite.client.plugin;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a connection knows about the spec of one table. It learns it from the answers to requests,
 * and sends no request of its own.
 *
 * <p>As long as it knows nothing, requests carry the asking mark and their natural keys. A salted
 * table refuses such a request and shows the spec, under which the request is then sent again. Any
 * other table answers the request, so it has no spec. The same happens when the knowledge is too
 * old: a table that was created again without Halite would take stored keys for natural ones.
 *
 * <p>No method waits for a server. Thread-safe.
 */
final class TableSpec {
  /** How often a request is sent at most: asking, under the spec shown, and under a newer one. */
  static final int MOST_SENDINGS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(TableSpec.class);

  private final TableName name;
  private final long maxAgeMillis;
  private final LongSupplier clock;
  private final AtomicBoolean warned = new AtomicBoolean();
  private volatile Optional<Known> known = Optional.empty();

  private record Known(Routing routing, long since) {}

  /**
   * Knows nothing yet.
   *
   * @param maxAgeMillis how long knowledge is used before requests ask again
   * @param clock milliseconds since any origin; never goes back
   */
  TableSpec(TableName name, long maxAgeMillis, LongSupplier clock) {
    this.name = name;
    this.maxAgeMillis = maxAgeMillis;
    this.clock = clock;
  }

  /** How requests are routed now. */
  Routing routing() {
    return fresh(known).orElseGet(() -> Routing.asking(clock.getAsLong()));
  }

  private Optional<Routing> fresh(Optional<Known> entry) {
    return entry.filter(of -> clock.getAsLong() - of.since() < maxAgeMillis).map(Known::routing);
  }

  /** A request was answered. If it asked, the table has no spec. */
  void answered(Sent<?> sent) {
    if (sent.isRouted() && sent.routing().asks()) {
      keep(Routing.natural());
    }
  }

  /** How a failed request is to be sent again; empty if the failure is its answer. */
  Optional<Routing> afterFailure(Sent<?> sent, Throwable failure) {
    if (sent.isRouted()) {
      return afterFailure(sent.routing(), failure);
    }
    forgetIfGone(failure);
    return Optional.empty();
  }

  /** The same for a request that carries the mark of {@code used}. */
  Optional<Routing> afterFailure(Routing used, Throwable failure) {
    forgetIfGone(failure);
    if (Refusals.isOfMark(failure)) {
      Routing shown =
          Refusals.spec(failure)
              .map(spec -> learn(spec, routedAt(used)))
              .orElseGet(() -> gateways(used, failure));
      return Optional.of(shown).filter(next -> next != used);
    }
    // A user with rights on cells alone is shown nothing, but may do what the request asks for.
    return used.asks() && Refusals.isOfRights(failure)
        ? Optional.of(gateways(used, failure))
        : Optional.empty();
  }

  /**
   * A question has got no verdict. Until requests ask again, natural keys are right on any table.
   */
  synchronized void unanswered() {
    if (fresh(known).isEmpty()) {
      keep(Routing.natural());
    }
  }

  private void forgetIfGone(Throwable failure) {
    if (Refusals.isOfTable(failure)) {
      forget();
    }
  }

  /** Asks before the next use. */
  synchronized void forget() {
    known = Optional.empty();
  }

  /** Uses a spec that a server has shown. The routing stays the same object while the spec does. */
  Routing learn(SaltingSpec spec) {
    return learn(spec, clock.getAsLong());
  }

  /** When requests were routed so at the earliest: the spec that a refusal shows may be as old. */
  private long routedAt(Routing used) {
    return used.askedAt()
        .orElseGet(
            () ->
                known
                    .filter(entry -> entry.routing() == used)
                    .map(Known::since)
                    .orElseGet(clock::getAsLong));
  }

  private synchronized Routing learn(SaltingSpec spec, long since) {
    SaltedTable table = new SaltedTable(name, spec);
    if (table.isPlain()) {
      return keep(Routing.natural());
    }
    return keep(
        known
            .map(Known::routing)
            .filter(routing -> routing.isUnder(table.mark()))
            .orElseGet(() -> Routing.of(table)),
        since);
  }

  /** Natural keys, for all requests unless another one has just been shown the spec. */
  private Routing gateways(Routing used, Throwable failure) {
    if (warned.compareAndSet(false, true)) {
      LOG.warn(
          "the servers do not show this client the spec of table '{}', so its requests go through"
              + " the gateway regions: {}",
          name,
          String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
    }
    Known gateways = new Known(Routing.natural(), clock.getAsLong());
    synchronized (this) {
      known = isShownToAnother(used, known) ? known : Optional.of(gateways);
    }
    return gateways.routing();
  }

  private boolean isShownToAnother(Routing used, Optional<Known> entry) {
    return fresh(entry).filter(now -> now != used && now.table().isPresent()).isPresent();
  }

  private Routing keep(Routing routing) {
    return keep(routing, clock.getAsLong());
  }

  /** An answer that comes late makes no knowledge older. */
  private synchronized Routing keep(Routing routing, long since) {
    long youngest =
        known
            .filter(entry -> entry.routing() == routing)
            .map(entry -> Math.max(entry.since(), since))
            .orElse(since);
    known = Optional.of(new Known(routing, youngest));
    return routing;
  }
}
