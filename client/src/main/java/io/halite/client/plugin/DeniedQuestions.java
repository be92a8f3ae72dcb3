package io.halite.client.plugin;

import io.halite.routing.scan.SpecQuestion;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The questions for the spec of one table that the servers have denied. None is asked again before
 * a time is over, and other questions are asked as before: who may not read {@code f:a} may write
 * it, or read {@code f:b}.
 *
 * <p>A user who is shown nothing must not ask again and again: when {@link #MOST} questions of a
 * kind are denied, no other one of that kind is asked. Nor are more requests of a list looked at
 * that would ask in vain. Thread-safe.
 */
final class DeniedQuestions {
  /** How many questions of a kind are asked in vain in that time. */
  static final int MOST = 8;

  private final long millis;
  private final LongSupplier clock;
  private final ConcurrentMap<Question, Long> deniedAt = new ConcurrentHashMap<>();

  /** What the servers judge a question by. */
  enum Kind {
    READ,
    WRITE,
    CHECK
  }

  /**
   * A question.
   *
   * @param columns families, and columns as {@code family:qualifier}
   */
  private record Question(Kind kind, Set<String> columns) {}

  /**
   * No question yet.
   *
   * @param millis for how long a denial counts
   * @param clock milliseconds since any origin; never goes back
   */
  DeniedQuestions(long millis, LongSupplier clock) {
    this.millis = millis;
    this.clock = clock;
  }

  /** Whether a request would ask in vain. */
  boolean include(Row asking) {
    if (deniedAt.isEmpty()) {
      return false;
    }
    forgetOld();
    // In this order, as a question is made of all columns of the request.
    return isFull(kind(asking)) || deniedAt.containsKey(question(asking));
  }

  /** The question of a request was denied. */
  void add(Row asking) {
    forgetOld();
    if (!isFull(kind(asking))) {
      deniedAt.put(question(asking), clock.getAsLong());
    }
  }

  /** Asks all questions again. */
  void clear() {
    deniedAt.clear();
  }

  private void forgetOld() {
    long now = clock.getAsLong();
    deniedAt.values().removeIf(at -> now - at >= millis);
  }

  private boolean isFull(Kind kind) {
    return deniedAt.keySet().stream().filter(question -> question.kind() == kind).count() >= MOST;
  }

  static Kind kind(Row asking) {
    if (asking instanceof Get) {
      return Kind.READ;
    }
    return asking instanceof CheckAndMutate ? Kind.CHECK : Kind.WRITE;
  }

  private static Question question(Row asking) {
    Set<String> columns = new HashSet<>();
    addColumns(asking, columns);
    return new Question(kind(asking), columns);
  }

  private static void addColumns(Row asking, Set<String> columns) {
    if (asking instanceof Get get) {
      get.getFamilyMap().forEach((family, qualifiers) -> add(family, qualifiers, columns));
    } else if (asking instanceof CheckAndMutate check) {
      if (!check.hasFilter()) {
        columns.add(column(check.getFamily(), check.getQualifier()));
      }
      addColumns(check.getAction(), columns);
    } else if (asking instanceof RowMutations row) {
      row.getMutations().forEach(mutation -> addColumns(mutation, columns));
    } else if (asking instanceof Mutation write) {
      addColumns(SpecQuestion.of(write), columns);
    }
  }

  private static void add(
      byte[] family, @Nullable NavigableSet<byte[]> qualifiers, Set<String> columns) {
    if (qualifiers == null) {
      columns.add(Bytes.toStringBinary(family));
    } else {
      qualifiers.forEach(qualifier -> columns.add(column(family, qualifier)));
    }
  }

  private static String column(byte[] family, byte @Nullable [] qualifier) {
    return Bytes.toStringBinary(family)
        + ':'
        + (qualifier == null ? "" : Bytes.toStringBinary(qualifier));
  }
}
