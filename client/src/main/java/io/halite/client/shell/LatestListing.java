package io.halite.client.shell;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.routing.latest.LatestRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/**
 * An answer as lines of two columns: the row, and a cell or the figures of an aggregate.
 *
 * <p>Iterate once; lines are returned as they are read. Not thread-safe. Always close it.
 */
public final class LatestListing implements Iterable<List<String>>, AutoCloseable {
  private final LatestClient client;
  private final LatestAnswers answers;
  private final LatestOptions options;
  private final RowText rows;
  private long count;
  private Optional<Thread> progress = Optional.empty();

  private LatestListing(LatestClient client, LatestAnswers answers, LatestOptions options) {
    this.client = client;
    this.answers = answers;
    this.options = options;
    this.rows = new RowText(client.spec().layout());
  }

  static LatestListing of(LatestClient client, LatestOptions options) throws IOException {
    return new LatestListing(client, client.ask(options.query()), options);
  }

  /** The header: what the two columns show. */
  public List<String> header() {
    return options
        .aggregate()
        .map(option -> List.of(rows.names(keySegments()), option.column().toString()))
        .orElseGet(() -> List.of(rows.names(), "COLUMN+CELL"));
  }

  private int keySegments() {
    return options.query().keys(client.spec().layout()).keySegments();
  }

  /** How many rows, or keys with an aggregate, have been given so far. */
  public long count() {
    return count;
  }

  @Override
  public Iterator<List<String>> iterator() {
    Spliterator<KeyAnswer> each =
        Spliterators.spliteratorUnknownSize(answers.iterator(), Spliterator.ORDERED);
    return StreamSupport.stream(each, false).map(this::lines).flatMap(List::stream).iterator();
  }

  private List<List<String>> lines(KeyAnswer answer) {
    if (answer.aggregate().isPresent()) {
      count++;
      String figures = options.aggregate().orElseThrow().print(answer.aggregate().get());
      return List.of(List.of(rows.print(answer.key()), figures));
    }
    List<List<String>> lines = new ArrayList<>();
    for (LatestRow row : answer.rows()) {
      count++;
      String name = rows.print(row.row());
      row.cells().forEach(cell -> lines.add(List.of(name, RowText.print(cell))));
    }
    return lines;
  }

  /**
   * Says how far the query has come, in a line for each interval of {@code PROGRESS}, on a thread
   * of its own, until this listing is closed.
   */
  public void report(Consumer<String> line) {
    if (!options.progress().isZero()) {
      progress = Optional.of(ProgressLines.every(options.progress(), answers::progress, line));
    }
  }

  /** Ends the query: regions are asked for no more pages, and the answers under way are dropped. */
  @Override
  public void close() {
    progress.ifPresent(Thread::interrupt);
    answers.close();
    client.close();
  }
}
