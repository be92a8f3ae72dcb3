package io.halite.coprocessor.owner;

import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexTable;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * Knows which index tables consent to keep the entries of which tables, from their descriptors.
 *
 * <p>After a minute it reads a consent from the master again, while requests go on: the old consent
 * holds until the master answers, so a restart of the master stops no write. It reads a refusal
 * again after a second. Requests that need the same descriptor share one RPC. It forgets what
 * nobody has asked for an hour. Thread-safe.
 */
public final class EntryConsents {
  private static final long CONSENT_MILLIS = 60_000;
  private static final long REFUSAL_MILLIS = ForwardRetry.CONSENT_WAIT_MILLIS;
  private static final long QUESTION_MILLIS = 10_000;
  private static final long UNUSED_MILLIS = 3_600_000;

  private final ConcurrentMap<Question, Known> known = new ConcurrentHashMap<>();
  private final Descriptors descriptors;
  private final LongSupplier clock;

  /** Reads descriptors. */
  interface Descriptors {
    CompletableFuture<TableDescriptor> read(TableName name) throws IOException;
  }

  private record Question(TableName table, RowIndex index) {
    TableName entries() {
      return IndexTable.name(table, index);
    }
  }

  private enum Verdict {
    CONSENT,
    REFUSAL,
    UNKNOWN
  }

  private record Answer(Verdict verdict, String why) {}

  /**
   * One read of a descriptor.
   *
   * @param consented whether the table consented at the read before
   */
  private record Known(CompletableFuture<Answer> answer, long since, boolean consented) {
    Verdict verdict() {
      Verdict said = answer.isDone() ? answer.join().verdict() : Verdict.UNKNOWN;
      return said == Verdict.UNKNOWN && consented ? Verdict.CONSENT : said;
    }
  }

  /**
   * Reads consents from {@code descriptors}.
   *
   * @param clock milliseconds from any origin, never going back
   */
  EntryConsents(Descriptors descriptors, LongSupplier clock) {
    this.descriptors = descriptors;
    this.clock = clock;
  }

  /**
   * Passes if the table of an index consents to keep the entries of rows of {@code table}.
   *
   * @throws DoNotRetryIOException if it does not, or is missing, with the command that cures it
   */
  public void require(TableName table, RowIndex index, Budget budget) throws IOException {
    Known question = ask(new Question(table, index));
    if (question.verdict() == Verdict.CONSENT) {
      return;
    }
    Answer answer = await(question.answer(), budget);
    if (answer.verdict() == Verdict.REFUSAL) {
      throw new DoNotRetryIOException(answer.why());
    }
    if (answer.verdict() == Verdict.UNKNOWN) {
      throw ForwardRetry.later(
          REFUSAL_MILLIS,
          "cannot determine whether table '%s' keeps entries of an index of table '%s': %s"
              .formatted(IndexTable.name(table, index), table, answer.why()));
    }
  }

  /** Returns the error for a missing index table, whose consent is gone with it. */
  public DoNotRetryIOException missing(TableName table, RowIndex index) {
    known.remove(new Question(table, index));
    return new DoNotRetryIOException(textOfMissing(new Question(table, index)));
  }

  private static String textOfMissing(Question question) {
    return "table '%s', which keeps the entries of an index of table '%s', is missing: %s"
        .formatted(
            question.entries(),
            question.table(),
            IndexTable.creation(question.table(), question.index()));
  }

  private Known ask(Question question) {
    if (!known.containsKey(question)) {
      known.values().removeIf(this::isUnused);
    }
    CompletableFuture<Answer> fresh = new CompletableFuture<>();
    Known current =
        known.compute(
            question,
            (same, old) ->
                old != null && isFresh(old)
                    ? old
                    : new Known(
                        fresh, clock.getAsLong(), old != null && old.verdict() == Verdict.CONSENT));
    if (current.answer() == fresh) {
      // Outside of the map, since this may have to open the connection first.
      start(question, fresh);
    }
    return current;
  }

  /** How many consents it remembers. */
  int size() {
    return known.size();
  }

  private boolean isFresh(Known old) {
    long age = clock.getAsLong() - old.since();
    if (!old.answer().isDone()) {
      return age < QUESTION_MILLIS;
    }
    boolean consents = old.answer().join().verdict() == Verdict.CONSENT;
    return age < (consents ? CONSENT_MILLIS : REFUSAL_MILLIS);
  }

  /** Tables with an index come and go under other names, and their consents with them. */
  private boolean isUnused(Known old) {
    return clock.getAsLong() - old.since() > UNUSED_MILLIS;
  }

  private void start(Question question, CompletableFuture<Answer> answer) {
    try {
      FutureUtils.addListener(
          descriptors.read(question.entries()),
          (descriptor, failure) ->
              answer.complete(
                  failure == null ? answer(question, descriptor) : answer(question, failure)));
    } catch (IOException | RuntimeException e) {
      answer.complete(answer(question, e));
    }
  }

  private static Answer answer(Question question, TableDescriptor descriptor) {
    try {
      Optional<String> objection =
          IndexTable.objection(question.table(), question.index(), descriptor);
      return new Answer(
          objection.isPresent() ? Verdict.REFUSAL : Verdict.CONSENT, objection.orElse(""));
    } catch (RuntimeException | Error e) {
      // HBase drops what a listener throws, and the answer would never come.
      return answer(question, e);
    }
  }

  private static Answer answer(Question question, Throwable failure) {
    return failure instanceof TableNotFoundException
        ? new Answer(Verdict.REFUSAL, textOfMissing(question))
        : new Answer(Verdict.UNKNOWN, failure.toString());
  }

  private static Answer await(CompletableFuture<Answer> answer, Budget budget) throws IOException {
    try {
      return answer.get(Math.max(0, budget.left()), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return new Answer(Verdict.UNKNOWN, "the master has not answered in time");
    } catch (ExecutionException e) {
      return new Answer(Verdict.UNKNOWN, String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("waiting for the master's answer about an index table", e);
    }
  }
}
