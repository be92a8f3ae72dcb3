package io.halite.coprocessor.host;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.ObserverContextImpl;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.security.User;

/**
 * Another observer of a region, which is asked in a context of its own: through the region's
 * coprocessor host the same question would reach Halite's hooks too. Immutable and thread-safe.
 *
 * @param observer the observer
 * @param env the environment that it was loaded in
 */
public record AskedObserver(RegionObserver observer, RegionCoprocessorEnvironment env) {
  /** One question to one observer. */
  public interface Question {
    /** Calls the hook that is the question. */
    void put(RegionObserver observer, ObserverContext<RegionCoprocessorEnvironment> context)
        throws IOException;
  }

  /**
   * Asks, as HBase would for a request of this user.
   *
   * @return whether the observer takes the operation over
   * @throws IOException what the observer throws
   */
  public boolean ask(Optional<User> caller, Question question) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ObserverContextImpl<RegionCoprocessorEnvironment> context =
        new ObserverContextImpl<>(caller.orElse(null), true);
    context.prepare(env);
    try {
      thread.setContextClassLoader(env.getClassLoader());
      question.put(observer, context);
    } finally {
      thread.setContextClassLoader(before);
    }
    return context.shouldBypass();
  }
}
