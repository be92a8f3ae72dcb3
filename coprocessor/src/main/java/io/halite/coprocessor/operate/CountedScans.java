package io.halite.coprocessor.operate;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.rights.RegionJudges;
import io.halite.filters.natural.CountingFilter;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.scan.CountedAttribute;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * What the filters of the last counted scans of one region were shown. A scan is counted if it
 * carries {@link CountedAttribute}. Thread-safe.
 */
public final class CountedScans {
  /** A client asks right after its scan, so few are needed. */
  private static final int MOST = 32;

  private final RegionJudges judges;
  private final Map<Long, Counts> counts =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Counts> eldest) {
          return size() > MOST;
        }
      };

  /** The counts of the region of {@code env}. */
  public CountedScans(RegionCoprocessorEnvironment env) {
    this.judges = new RegionJudges(env);
  }

  private static final class Counts implements CountingFilter.Counter {
    private final LongAdder rows = new LongAdder();
    private final LongAdder cells = new LongAdder();
    private final LongAdder hints = new LongAdder();

    @Override
    public void row() {
      rows.increment();
    }

    @Override
    public void cell() {
      cells.increment();
    }

    @Override
    public void hint() {
      hints.increment();
    }

    RegionReading.Counted sum() {
      return new RegionReading.Counted(rows.sum(), cells.sum(), hints.sum());
    }
  }

  /**
   * Returns the filter of a scan, which counts if the scan is to be counted. It does not if a
   * coprocessor that decides about rights hides a part of the scan from its user: it would count
   * cells that the user may not read.
   */
  public Optional<Filter> around(Optional<Filter> filter, Scan scan) throws IOException {
    OptionalLong number = CountedAttribute.of(scan);
    if (filter.isEmpty()
        || number.isEmpty()
        || judges.hideFrom(Optional.of(ClientRequest.sender()), scan)) {
      return filter;
    }
    Counts counted;
    synchronized (counts) {
      counted = counts.computeIfAbsent(number.getAsLong(), any -> new Counts());
    }
    return Optional.of(new CountingFilter(filter.get(), counted));
  }

  /** Returns the counts of a number; empty if there are none, or no longer. */
  Optional<RegionReading.Counted> of(long number) {
    synchronized (counts) {
      return Optional.ofNullable(counts.get(number)).map(Counts::sum);
    }
  }
}
