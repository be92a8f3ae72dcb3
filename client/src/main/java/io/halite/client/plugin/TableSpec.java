package io.halite.client.plugin;

import io.halite.keys.SaltingSpec;
import io.halite.routing.failure.FailureText;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
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
 * <p>That a table has no spec is knowledge that does no harm, since natural keys are right on every
 * table. So when its time is over one request asks, in the same way, and the others go on.
 *
 * <p>A question that is denied says nothing about others: see {@link DeniedQuestions}.
 *
 * <p>No method waits for a server. Thread-safe.
 */
final class TableSpec {
  /** How often a request is sent at most: asking, under the spec shown, and under a newer one. */
  private static final int MOST_SENDINGS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(TableSpec.class);

  private final TableName name;
  private final long maxAgeMillis;
  private final LongSupplier clock;
  private final DeniedQuestions denied;
  private final AtomicBoolean warned = new AtomicBoolean();
  private volatile Optional<Known> known = Optional.empty();

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
    this.denied = new DeniedQuestions(maxAgeMillis, clock);
  }

  /** How requests are routed now. */
  Routing routing() {
    return fresh(known).orElseGet(() -> asking(clock.getAsLong()));
  }

  private Routing asking(long now) {
    return Routing.asking(now, request -> !denied.include(request));
  }

  /**
   * How some requests are routed now, and what they ask first.
   *
   * @param asker asks for these requests
   */
  Turn turn(SpecAsker asker) throws IOException {
    long now = clock.getAsLong();
    Routing asking = asking(now);
    Optional<Known> entry = known;
    if (entry.isEmpty()) {
      return Turn.over(asking);
    }
    Known last = entry.get();
    Routing old = last.routing();
    boolean salted = old.table().isPresent();
    long age = now - last.since();
    long due = last.nextQuestion().get();
    if (salted && age >= maxAgeMillis) {
      return new Turn(asking, asker.atOwner(old, asking));
    }
    if (age < due) {
      return Turn.over(old);
    }
    Optional<Sent<Get>> question =
        salted ? asker.atOwner(old, asking) : asker.underNaturalKey(asking);
    Optional<Routing> carrying =
        question.isPresent() ? Optional.empty() : asker.carrying(old, asking);
    boolean asks =
        (carrying.isPresent() || question.isPresent())
            && last.nextQuestion().compareAndSet(due, age + eighth());
    return asks ? new Turn(carrying.orElse(old), question) : Turn.over(old);
  }

  private long eighth() {
    return maxAgeMillis / 8 + 1;
  }

  /**
   * How long a mutator waits before it looks again for a request that may ask, if none of its
   * writes may.
   */
  SpecAsker.Pauses pauses() {
    return new SpecAsker.Pauses(new Pause(eighth(), clock), new Pause(eighth(), clock));
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
    if (Refusals.isOfRights(failure)) {
      turn.question().ifPresent(question -> deny(question.natural(), failure));
    }
    return turn.routing();
  }

  /** Whether the salt gives a row several places, as far as is known. */
  boolean isMultiPlace() {
    return known.filter(entry -> entry.routing().isMultiPlace()).isPresent();
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
    if (!sent.isRouted()) {
      forgetIfGone(failure);
      return Optional.empty();
    }
    // A user with rights on cells alone is shown nothing, but may do what the request asks for.
    if (sent.routing().asks() && !Refusals.isOfMark(failure) && Refusals.isOfRights(failure)) {
      // A region denies all writes of a batch if it denies one: that says nothing about the others.
      return Optional.of(
          sent.routing().asksAlone() ? deny(sent.natural(), failure) : Routing.natural());
    }
    return afterFailure(sent.routing(), failure);
  }

  /** The same for a request that carries the mark of {@code used}. */
  Optional<Routing> afterFailure(Routing used, Throwable failure) {
    forgetIfGone(failure);
    if (!Refusals.isOfMark(failure)) {
      return Optional.empty();
    }
    Routing shown =
        Refusals.spec(failure)
            .map(spec -> learn(spec, routedAt(used)))
            .orElseGet(() -> gateways(used, failure));
    return Optional.of(shown).filter(next -> next != used);
  }

  /** The same for a request that has been sent so many times. */
  Optional<Routing> afterFailure(Routing used, Throwable failure, int sendings) {
    return mayRepeat(sendings) ? afterFailure(used, failure) : Optional.empty();
  }

  /** Whether a request that has been sent so many times may be sent again. */
  static boolean mayRepeat(int sendings) {
    return sendings < MOST_SENDINGS;
  }

  /** Natural keys, for this request and those with the same question, as long as that counts. */
  private Routing deny(Row asked, Throwable failure) {
    denied.add(asked);
    if (fresh(known).isEmpty() && warned.compareAndSet(false, true)) {
      LOG.warn(
          "this client may not ask for the spec of table '{}' by such a {}, so if the table is"
              + " salted, requests like it go through the gateway regions while no other request"
              + " is shown the spec: {}",
          name,
          DeniedQuestions.kind(asked).name().toLowerCase(Locale.ROOT),
          FailureText.firstLine(failure));
    }
    return Routing.natural();
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
    denied.clear();
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

  /**
   * Natural keys, as the refusal shows no spec that this version of Halite can read: for all
   * requests unless another one has just been shown the spec.
   */
  private Routing gateways(Routing used, Throwable failure) {
    if (warned.compareAndSet(false, true)) {
      LOG.warn(
          "the servers do not show this client the spec of table '{}', so its requests go through"
              + " the gateway regions: {}",
          name,
          FailureText.firstLine(failure));
    }
    Known gateways = Known.of(Routing.natural(), clock.getAsLong(), maxAgeMillis);
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
    known = Optional.of(Known.of(routing, youngest, maxAgeMillis));
    return routing;
  }
}
