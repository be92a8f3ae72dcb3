package io.halite.it.linear;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** What one client sends: it follows from the seed and from the answers. For one thread. */
final class RandomRequests {
  /** So few rows at a time that clients meet. */
  private static final int NEAR = 8;

  private final Random random;
  private final List<Shape> shapes = new ArrayList<>();
  private final List<Optional<Long>> known =
      new ArrayList<>(Collections.nCopies(RegisterClients.ROWS, Optional.empty()));
  private long last;

  RandomRequests(long seed, int client, Set<Shape> shapes) {
    random = new Random(seed * 1_000 + client);
    last = 1_000_000L * (client + 1);
    shapes.forEach(shape -> this.shapes.addAll(Collections.nCopies(shape.weight(), shape)));
  }

  /** The next requests, of rows from {@code first} on. */
  Round next(int first) {
    Shape shape = shapes.get(random.nextInt(shapes.size()));
    int least = Math.min(2, shape.most());
    List<Integer> rows =
        random
            .ints(0, NEAR)
            .distinct()
            .limit(least + random.nextInt(shape.most() - least + 1))
            .map(near -> (first + near) % RegisterClients.ROWS)
            .boxed()
            .toList();
    return new Round(shape, rows.stream().map(row -> ask(shape, row)).toList());
  }

  private Round.Ask ask(Shape shape, int row) {
    Request request = request(shape, row);
    boolean changes = request instanceof Request.Write || request instanceof Request.Remove;
    int mutations =
        switch (shape) {
          case SINGLE, EXCHANGES -> 0;
          case MUTATE_ROW -> changes ? 1 + random.nextInt(2) : 0;
          case BATCH -> changes ? random.nextInt(3) : 0;
        };
    return new Round.Ask(row, request, mutations);
  }

  private Request request(Shape shape, int row) {
    int kind =
        switch (shape) {
          case SINGLE, MUTATE_ROW -> random.nextInt(20);
          case BATCH -> random.nextInt(16);
          case EXCHANGES -> 16;
        };
    if (kind < 8) {
      return new Request.Read();
    }
    if (kind < 12) {
      return new Request.Write(++last);
    }
    if (kind < 13) {
      return new Request.Remove();
    }
    return kind < 16 ? new Request.Count() : new Request.Exchange(known.get(row), ++last);
  }

  /** Takes note of an answer. */
  void learn(int row, Request request, Object answer) {
    if (answer instanceof Optional<?> number) {
      known.set(row, number.map(Long.class::cast));
    } else if (answer instanceof Long sum) {
      known.set(row, Optional.of(sum));
    } else {
      known.set(row, request.apply(known.get(row)).state());
    }
  }
}
