package io.halite.it.linear;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Calls for tests of the checker. */
final class RandomCalls {
  private static final int CLIENTS = 5;
  private static final int NUMBERS = 3;

  private RandomCalls() {}

  /** Any request of few numbers, so that answers often fit. */
  static Request request(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> new Request.Write(random.nextInt(NUMBERS));
      case 1 -> new Request.Remove();
      case 2 -> new Request.Exchange(state(random), random.nextInt(NUMBERS));
      case 3 -> new Request.Count();
      default -> new Request.Read();
    };
  }

  private static Optional<Long> state(Random random) {
    return random.nextBoolean() ? Optional.of((long) random.nextInt(NUMBERS)) : Optional.empty();
  }

  /** Calls whose answers some state would give, at any times; one in five is unknown. */
  static List<Call> of(int size, Random random) {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Request request = request(random);
      long invoked = random.nextInt(20);
      Sender sender = new Sender(i, Shape.SINGLE);
      calls.add(
          random.nextInt(5) == 0
              ? Call.unknown(sender, request, invoked)
              : Call.answered(
                  sender,
                  request,
                  invoked,
                  invoked + 1 + random.nextInt(8),
                  request.apply(state(random)).answer()));
    }
    return calls;
  }

  /** Calls of clients that share a real register, each effective at a moment before its answer. */
  static List<Call> ofARegister(int size, Random random) {
    List<Call> calls = new ArrayList<>();
    long[] free = new long[CLIENTS];
    Optional<Long> state = Optional.empty();
    for (int i = 0; i < size; i++) {
      long moment = 10L * (i + 1);
      int client = random.nextInt(CLIENTS);
      if (free[client] >= moment) {
        continue;
      }
      Sender sender = new Sender(client, Shape.SINGLE);
      Request request = request(random);
      long invoked = free[client] + 1 + random.nextInt((int) (moment - free[client]));
      boolean unknown = random.nextInt(8) == 0;
      if (unknown && random.nextBoolean()) {
        calls.add(Call.unknown(sender, request, invoked));
        continue;
      }
      Request.Step step = request.apply(state);
      state = step.state();
      long returned = moment + random.nextInt(40);
      calls.add(
          unknown
              ? Call.unknown(sender, request, invoked)
              : Call.answered(sender, request, invoked, returned, step.answer()));
      free[client] = returned;
    }
    return calls;
  }
}
