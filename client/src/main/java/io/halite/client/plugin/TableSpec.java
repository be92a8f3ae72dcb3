package io.halite.client.plugin;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a connection knows about the spec of one table. It learns it from the answers to requests,
 * and sends no request of its own.
 *
 * <p>As long as it knows nothing, requests carry the asking mark and their natural keys. A salted
 * table refuses such a request and shows the spec, under which the request is then sent again. Any
 * other table answers the request, so it has no spec.
 *
 * <p>Knowledge must not grow too old: a table that was created again without Halite would take
 * stored keys for natural ones. So when half of its time is over, one request asks again, by a get
 * at the owner of its own row ({@link OwnerQuestion}), and the others go on. If no answer comes,
 * another request asks, after each eighth of that time. When the time is over, each request asks at
 * the owner of its row before it is sent. With 30 seconds, questions come after 15, 18.75, 22.5 and
 * 26.25 seconds, until one is answered. A list has the keys of its first attempt for as long as
 * HBase's client repeats it.
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
  private volatile boolean writersMayNotRead;
  private volatile Optional<Known> known = Optional.empty();

  /**
   * What is known.
   *
   * @param nextQuestion the age at which one request asks again
   */
  private record Known(Routing routing, long since, AtomicLong nextQuestion) {}

  private Known knownSince(Routing routing, long since) {
    return new Known(routing, since, new AtomicLong(maxAgeMillis / 2));
  }

  /** How a question is made. */
  private interface Asking {
    Optional<Sent<Get>> of(Routing old, Routing asking) throws IOException;
  }

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

  /** How some requests are routed now, and what they ask first. */
  Turn turn(List<? extends Row> requests) throws IOException {
    return turn(
        () -> requests.stream().noneMatch(Get.class::isInstance),
        (old, asking) -> OwnerQuestion.of(old, asking, requests));
  }

  /** The same for a scan. */
  Turn turn(Scan scan) throws IOException {
    return turn(() -> false, (old, asking) -> OwnerQuestion.of(old, asking, scan));
  }

  private Turn turn(BooleanSupplier ofWrite, Asking made) throws IOException {
    long now = clock.getAsLong();
    Optional<Known> entry = known;
    if (entry.isEmpty()) {
      return Turn.over(Routing.asking(now));
    }
    Known last = entry.get();
    long age = now - last.since();
    boolean old = age >= maxAgeMillis;
    long due = last.nextQuestion().get();
    if (last.routing().table().isEmpty() || (!old && age < due)) {
      return Turn.over(old ? Routing.asking(now) : last.routing());
    }
    // A user who may write and not read has to ask by a write, which needs its natural key.
    boolean write = ofWrite.getAsBoolean();
    boolean byItself = write && writersMayNotRead;
    Routing asking = Routing.asking(now);
    Optional<Sent<Get>> question = byItself ? Optional.empty() : made.of(last.routing(), asking);
    if (old) {
      return new Turn(asking, question, write);
    }
    boolean asks =
        (byItself || question.isPresent())
            && last.nextQuestion().compareAndSet(due, age + maxAgeMillis / 8 + 1);
    if (!asks) {
      return Turn.over(last.routing());
    }
    return new Turn(byItself ? asking : last.routing(), question, write);
  }

  /** The question of a turn was answered, so the table has no spec; returns how to go on. */
  Routing answered(Turn turn) {
    turn.question().ifPresent(this::answered);
    return Routing.natural();
  }

  /** How requests are routed whose question has failed. */
  Routing afterFailure(Turn turn, Throwable failure) {
    if (Refusals.isOfMark(failure)) {
      return turn.question()
          .flatMap(question -> afterFailure(question.routing(), failure))
          .orElse(turn.routing());
    }
    forgetIfGone(failure);
    writersMayNotRead |= turn.ofWrite() && Refusals.isOfRights(failure);
    return turn.routing();
  }

  /** Whether cells of one row lie in many places, as far as is known. */
  boolean scattersCells() {
    return known.filter(entry -> entry.routing().scattersCells()).isPresent();
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
    Known gateways = knownSince(Routing.natural(), clock.getAsLong());
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
    known = Optional.of(knownSince(routing, youngest));
    return routing;
  }
}
