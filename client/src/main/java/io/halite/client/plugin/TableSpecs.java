package io.halite.client.plugin;

import io.halite.routing.wait.RunningClock;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/**
 * What a connection knows about the specs of the tables that it uses. All tables, mutators and
 * scans of one name share one {@link TableSpec}, as long as any of them is there. Beyond that, the
 * names that were used last are remembered. So an application that opens one table after the other,
 * as a server for many others may, keeps no more than its connection needs. A name that was
 * forgotten is learned again, by one question.
 *
 * <p>Thread-safe.
 */
final class TableSpecs {
  /** How many names are remembered that nothing uses. */
  static final int MOST_REMEMBERED = 1_024;

  private static final long DEFAULT_MAX_AGE_MILLIS = 30_000;

  /** The names used last; the one of longest ago is the first. */
  private final Map<TableName, TableSpec> remembered = new LinkedHashMap<>(16, 0.75f, true);

  /** Those and all that a table, mutator or scan holds. */
  private final Map<TableName, Held> held = new HashMap<>();

  private final ReferenceQueue<TableSpec> dropped = new ReferenceQueue<>();
  private final long maxAgeMillis;
  private final LongSupplier clock;

  /** What is known about a table, as long as anything holds it. */
  private static final class Held extends WeakReference<TableSpec> {
    private final TableName name;

    Held(TableName name, TableSpec spec, ReferenceQueue<TableSpec> dropped) {
      super(spec, dropped);
      this.name = name;
    }

    Optional<TableSpec> spec() {
      return Optional.ofNullable(get());
    }
  }

  /** Specs that are used as long as the client's configuration says. */
  static TableSpecs of(Configuration client) {
    return new TableSpecs(
        client.getLong(SaltedConnection.SPEC_MAX_AGE_KEY, DEFAULT_MAX_AGE_MILLIS),
        RunningClock::millis);
  }

  /** As {@link TableSpec#TableSpec}, for all tables. */
  TableSpecs(long maxAgeMillis, LongSupplier clock) {
    this.maxAgeMillis = maxAgeMillis;
    this.clock = clock;
  }

  /** What is known about one table: the same object as long as anything holds it. */
  synchronized TableSpec of(TableName name) {
    TableSpec spec =
        Optional.ofNullable(held.get(name)).flatMap(Held::spec).orElseGet(() -> add(name));
    remembered.put(name, spec);
    if (remembered.size() > MOST_REMEMBERED) {
      remembered.remove(remembered.keySet().iterator().next());
    }
    return spec;
  }

  private TableSpec add(TableName name) {
    removeDropped();
    TableSpec spec = new TableSpec(name, maxAgeMillis, clock);
    held.put(name, new Held(name, spec, dropped));
    return spec;
  }

  private void removeDropped() {
    for (Reference<?> last = dropped.poll(); last != null; last = dropped.poll()) {
      if (last instanceof Held old) {
        // The name may have got another entry meanwhile.
        held.remove(old.name, old);
      }
    }
  }

  /** How many names there is any entry of. */
  synchronized int size() {
    removeDropped();
    return held.size();
  }

  /** Asks for every spec before its next use. */
  void forgetAll() {
    present().forEach(TableSpec::forget);
  }

  private synchronized List<TableSpec> present() {
    return held.values().stream().map(Held::spec).flatMap(Optional::stream).toList();
  }
}
