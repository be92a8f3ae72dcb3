package io.halite.it.survival;

import static io.halite.it.survival.Entry.A;
import static io.halite.it.survival.Entry.B;
import static io.halite.it.survival.Entry.COUNT;
import static io.halite.it.survival.Entry.FAMILY;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** One client that writes rows of its own in every way there is, and remembers what it was told. */
final class Writer {
  private static final int ROWS = 60;
  private static final int KEY_WIDTH = 8;
  private static final int BATCH = 6;

  private final Random random;
  private final Kind kind;
  private final LoadTally tally;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Entry> retired = new ArrayList<>();
  private long version;

  /** What it writes. */
  enum Kind {
    /** Puts, deletes, row mutations, conditional puts, increments, appends, and batches. */
    ALL,
    /**
     * Puts and deletes, one by one and in batches: what a random salt admits. A put goes to one
     * place of its row, and a delete to all.
     */
    PUTS_AND_DELETES
  }

  Writer(long seed, Kind kind, LoadTally tally) {
    this.random = new Random(seed);
    this.kind = kind;
    this.tally = tally;
    for (int i = 0; i < ROWS; i++) {
      entries.add(new Entry(key()));
    }
  }

  /** Uniform over the byte space, so that every region is a gateway and every first byte occurs. */
  private byte[] key() {
    byte[] key = new byte[KEY_WIDTH];
    random.nextBytes(key);
    return key;
  }

  /** All rows that it ever wrote. */
  List<Entry> entries() {
    List<Entry> all = new ArrayList<>(retired);
    all.addAll(entries);
    return all;
  }

  /** Writes one row, or several in a batch. */
  void write(Table table) throws InterruptedException {
    int at = random.nextInt(entries.size());
    Entry entry = entries.get(at);
    int way = random.nextInt(9);
    if (way == 2) {
      batch(table, entries.subList(at, Math.min(at + BATCH, entries.size())));
    } else if (kind == Kind.PUTS_AND_DELETES) {
      putOrDelete(table, entry, way);
    } else if (way == 0) {
      count(table, entry);
    } else if (way == 1) {
      append(table, entry);
    } else {
      write(table, entry, ++version);
    }
    for (int i = at; i < Math.min(at + BATCH, entries.size()); i++) {
      if (!entries.get(i).isCertain()) {
        retired.add(entries.get(i));
        entries.set(i, new Entry(key()));
      }
    }
  }

  /** A delete may be the last write of its row, or a put follows at once. */
  private void putOrDelete(Table table, Entry entry, int way) throws InterruptedException {
    if (way < 4) {
      Delete delete = way == 0 ? new Delete(entry.key()) : entry.delete();
      entry.deletedInPlaces(isAcknowledged(() -> run(() -> table.delete(delete))));
      letTheClockGoOn();
    }
    if (way != 3 && entry.isCertain()) {
      put(table, entry, ++version);
    }
  }

  /** A put of the same millisecond would be covered by the delete, on any table. */
  private static void letTheClockGoOn() throws InterruptedException {
    Thread.sleep(2);
  }

  /** Writes each row once; every third action may be an increment, or a delete. */
  private void batch(Table table, List<Entry> rows) throws InterruptedException {
    List<Row> actions = new ArrayList<>();
    long first = version + 1;
    for (Entry row : rows) {
      version++;
      actions.add(actions.size() % 3 == 2 ? otherThanPut(row) : put(row, version));
    }
    Object[] answers = new Object[actions.size()];
    Optional<IOException> failure = Optional.empty();
    long start = System.nanoTime();
    try {
      table.batch(actions, answers);
    } catch (IOException e) {
      failure = Optional.of(e);
    }
    for (int i = 0; i < answers.length; i++) {
      // A batch returns late if one action fails, and says nothing about the others' time.
      long began = failure.isEmpty() || !(answers[i] instanceof Result) ? start : System.nanoTime();
      boolean acknowledged = isAcknowledged(new Answer(answers[i], failure), began);
      if (actions.get(i) instanceof Increment) {
        rows.get(i).counted(acknowledged);
      } else if (actions.get(i) instanceof Delete) {
        rows.get(i).deletedInPlaces(acknowledged);
      } else {
        rows.get(i).wrote(first + i, acknowledged);
      }
    }
    letTheClockGoOn();
  }

  private Row otherThanPut(Entry row) {
    return kind == Kind.ALL ? new Increment(row.key()).addColumn(FAMILY, COUNT, 1) : row.delete();
  }

  /** What a batch said of one of its actions. */
  private record Answer(@Nullable Object said, Optional<IOException> failure) implements Attempt {
    @Override
    public boolean isDone() throws IOException {
      if (said instanceof Result) {
        return true;
      }
      if (said instanceof Throwable own) {
        throw new IOException("an action of a batch failed", own);
      }
      throw failure.orElseGet(() -> new IOException("an action of a batch has no answer"));
    }
  }

  private void count(Table table, Entry entry) {
    entry.counted(
        isAcknowledged(
            () -> table.increment(new Increment(entry.key()).addColumn(FAMILY, COUNT, 1)) != null));
  }

  private void append(Table table, Entry entry) {
    entry.appended(isAcknowledged(() -> table.append(entry.append()) != null));
  }

  private void write(Table table, Entry entry, long next) throws InterruptedException {
    switch (random.nextInt(5)) {
      case 0 -> {
        boolean acknowledged = isAcknowledged(() -> run(() -> table.delete(entry.delete())));
        entry.wrote(Entry.ABSENT, acknowledged);
        letTheClockGoOn();
      }
      case 1 -> {
        RowMutations both = bothColumns(entry, next);
        entry.wrote(next, isAcknowledged(() -> table.mutateRow(both) != null));
      }
      case 2 ->
          entry.wrote(
              next,
              isAcknowledged(
                  // False may be the answer to a hidden repeat of what has succeeded: unknown.
                  () -> isTrue(table, check(entry).build(put(entry, next)), next)));
      default -> put(table, entry, next);
    }
  }

  private void put(Table table, Entry entry, long next) {
    entry.wrote(next, isAcknowledged(() -> run(() -> table.put(put(entry, next)))));
  }

  /** Nobody else writes the row, so the condition holds, and one read tells what false means. */
  private boolean isTrue(Table table, CheckAndMutate check, long next) throws IOException {
    boolean answer = table.checkAndMutate(check).isSuccess();
    tally.checked();
    if (!answer) {
      Get get = new Get(check.getRow()).addColumn(FAMILY, A);
      tally.answeredFalse(Entry.number(table.get(get), A) == next);
    }
    return answer;
  }

  private static CheckAndMutate.Builder check(Entry entry) {
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(entry.key());
    return entry.version() == Entry.ABSENT
        ? check.ifNotExists(FAMILY, A)
        : check.ifEquals(FAMILY, A, Bytes.toBytes(entry.version()));
  }

  private static Put put(Entry entry, long next) {
    byte[] value = Bytes.toBytes(next);
    return new Put(entry.key()).addColumn(FAMILY, A, value).addColumn(FAMILY, B, value);
  }

  private static RowMutations bothColumns(Entry entry, long next) {
    byte[] value = Bytes.toBytes(next);
    try {
      return new RowMutations(entry.key())
          .add((Mutation) new Put(entry.key()).addColumn(FAMILY, A, value))
          .add((Mutation) new Put(entry.key()).addColumn(FAMILY, B, value));
    } catch (IOException e) {
      throw new IllegalStateException("both puts are of one row", e);
    }
  }

  private interface Attempt {
    boolean isDone() throws IOException;
  }

  private interface Wordless {
    void run() throws IOException;
  }

  private static boolean run(Wordless body) throws IOException {
    body.run();
    return true;
  }

  private boolean isAcknowledged(Attempt attempt) {
    return isAcknowledged(attempt, System.nanoTime());
  }

  private boolean isAcknowledged(Attempt attempt, long start) {
    try {
      if (attempt.isDone()) {
        tally.acknowledge(System.nanoTime() - start);
        return true;
      }
      tally.fail(new IOException("the condition did not hold"), System.nanoTime() - start);
    } catch (IOException e) {
      tally.fail(e, System.nanoTime() - start);
    }
    return false;
  }
}
