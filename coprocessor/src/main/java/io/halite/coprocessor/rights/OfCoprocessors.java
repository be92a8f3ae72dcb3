package io.halite.coprocessor.rights;

import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;

/**
 * A conclusion from the coprocessors of a region, drawn again whenever they have changed: HBase
 * removes one that has failed at any time. Thread-safe.
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

  /** Draws {@code conclusion}; {@code ofNone} is the conclusion without any coprocessor. */
  OfCoprocessors(T ofNone, Conclusion<T> conclusion) {
    this.known = new Known<>(List.of(), ofNone);
    this.conclusion = conclusion;
  }

  /** The conclusion from the coprocessors as they are now, in HBase's order. */
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
