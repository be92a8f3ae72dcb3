package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.TableDirectory;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.coprocessor.owner.SaltingMetrics.Use;
import io.halite.coprocessor.owner.ScanTicket;
import io.halite.coprocessor.owner.ServedScans;
import io.halite.coprocessor.owner.ServerWide;
import io.halite.keys.KeyRange;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;

/** Rests of scans in an account of their own, which nobody drops by age. */
final class KeptRests {
  static final long IDLE_MILLIS = 60_000;

  /** Of a scan of everything. */
  static final ScanSelection ALL = ScanSelection.of(new Scan());

  static final TableName TABLE = TableName.valueOf("t");
  private static final ServerName SERVER = ServerName.valueOf("door", 16020, 1);

  private KeptRests() {}

  static MemoryAccount account() {
    return new MemoryAccount(
        Use.SCANS,
        new Configuration(false),
        SaltingMetrics.unseen(),
        new ServerWide(new ConcurrentHashMap<>(), SERVER));
  }

  /** Those of a scan of everything. */
  static ScanLimits limits(int batch, boolean cutsRows) {
    return limits(batch, cutsRows, false);
  }

  static ScanLimits limits(int batch, boolean cutsRows, boolean filterEnds) {
    return limits(batch, new ScanLimits.Cuts(cutsRows, false), filterEnds);
  }

  /** Those of a scan with a filter that drops cells. */
  static ScanLimits limitsOfCells(int batch) {
    return limits(batch, new ScanLimits.Cuts(false, true), false);
  }

  static ScanLimits limits(int batch, ScanLimits.Cuts cuts, boolean filterEnds) {
    return new ScanLimits(batch, -1, cuts, 0, filterEnds, new ScanOrder(KeyRange.all(), false));
  }

  static ScanRests inMemory() {
    return in(Optional.empty(), Runnable::run);
  }

  static ScanRests in(Optional<TableDirectory> directory, Executor background) {
    return at(new ServedScans(), directory, background);
  }

  /** Rests of a region that opens beside those of {@code others}. */
  static ScanRests at(ServedScans others, Optional<TableDirectory> directory, Executor background) {
    return at(others, directory, background, account());
  }

  static ScanRests at(
      ServedScans others,
      Optional<TableDirectory> directory,
      Executor background,
      MemoryAccount account) {
    ClosedScans closed = new ClosedScans(account.share(), IDLE_MILLIS, () -> 0, sweep -> {});
    return new ScanRests(place(others), directory, background, account, closed);
  }

  static ScanRests.Place place(ServedScans others) {
    return place(others, ticket -> true);
  }

  static ScanRests.Place place(ServedScans others, Predicate<ScanTicket> mayLive) {
    return new ScanRests.Place(TABLE, SERVER, others, mayLive);
  }
}
