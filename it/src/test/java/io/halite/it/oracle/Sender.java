package io.halite.it.oracle;

import java.util.Random;

/** The clients of HBase; one of them sends an operation, that of the plain twin as well. */
enum Sender {
  BLOCKING,
  /** The asynchronous client that calls back in a pool. */
  POOL,
  /** The asynchronous client that calls back in the threads of its connection. */
  NETWORK;

  /** Any client; of each kind of the asynchronous one half as often as the blocking one. */
  static Sender drawn(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> POOL;
      case 1 -> NETWORK;
      default -> BLOCKING;
    };
  }

  /** Any client, each as often. */
  static Sender evenly(Random random) {
    return values()[random.nextInt(values().length)];
  }

  boolean waits() {
    return this == BLOCKING;
  }
}
