package io.halite.client.latest;

import java.util.concurrent.ThreadFactory;

/** Makes threads that do not keep a program alive. Stateless. */
final class Daemons {
  private Daemons() {}

  static ThreadFactory named(String name) {
    return body -> {
      Thread thread = new Thread(body, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
