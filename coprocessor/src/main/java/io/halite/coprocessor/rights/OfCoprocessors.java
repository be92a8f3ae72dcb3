package io.halite.coprocessor.rights;

import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;

/**
 * What follows from the coprocessors of a region, found out again whenever they have changed: HBase
 * takes one that has failed off at any time. Thread-safe.
 *
 * @param <T> what follows
 */
final class OfCoprocessors<T> {
  private final Conclusion<T> conclusion;
  private volatile Known<T> known;

  private record Known<T>(List<RegionCoprocessor> coprocessors, T value) {}

  /** How it follows. */
  interface Conclusion<T> {
    T from(RegionCoprocessorHost host, List<RegionCoprocessor> coprocessors)
        throws DoNotRetryIOException;
  }

  /** What follows by {@code conclusion}; {@code ofNone} if a region has no coprocessor. */
  OfCoprocessors(T ofNone, Conclusion<T> conclusion) {
    this.known = new Known<>(List.of(), ofNone);
    this.conclusion = conclusion;
  }

  /** What follows from the coprocessors as they are now, in HBase's order. */
  T now(RegionCoprocessorHost host) throws DoNotRetryIOException {
    List<RegionCoprocessor> coprocessors = host.findCoprocessors(RegionCoprocessor.class);
    Known<T> current = known;
    if (!current.coprocessors().equals(coprocessors)) {
      current = new Known<>(coprocessors, conclusion.from(host, coprocessors));
      known = current;
    }
    return current.value();
  }
}
