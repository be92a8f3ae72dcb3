package io.halite.coprocessor.rights;

import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;

/**
 * A conclusion from the coprocessors of a region, which it draws again whenever they have changed:
 * HBase may at any time remove a coprocessor that has failed. Thread-safe.
 *
 * @param <T> the conclusion
 */
final class OfCoprocessors<T> {
  private final Conclusion<T> conclusion;
  private volatile Known<T> known;

  private record Known<T>(List<RegionCoprocessor> coprocessors, T value) {}

  /** Draws the conclusion. */
  interface Conclusion<T> {
    T from(RegionCoprocessorHost host, List<RegionCoprocessor> coprocessors)
        throws DoNotRetryIOException;
  }

  /** Will draw {@code conclusion}; {@code ofNone} is the conclusion without any coprocessor. */
  OfCoprocessors(T ofNone, Conclusion<T> conclusion) {
    this.known = new Known<>(List.of(), ofNone);
    this.conclusion = conclusion;
  }

  /** Returns the conclusion from the present coprocessors, in HBase's order. */
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
