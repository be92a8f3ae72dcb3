package io.halite.client.plugin;

import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The specs of the tables that a connection has met, each read again after a while.
 *
 * <p>A table whose spec cannot be told is one without: natural keys sent to the gateway regions are
 * always right, only slower. A spec that is too old is not used: a table made anew without Halite
 * takes stored keys for natural ones.
 *
 * <p>Thread-safe.
 */
final class TableSpecs {
  private static final Logger LOG = LoggerFactory.getLogger(TableSpecs.class);

  private final ConcurrentMap<TableName, Known> known = new ConcurrentHashMap<>();
  private final Descriptors descriptors;
  private final long maxAgeMillis;
  private final LongSupplier clock;

  /** Where descriptors come from. */
  interface Descriptors {
    TableDescriptor read(TableName name) throws IOException;
  }

  private record Known(SaltedTable table, long since) {}

  /**
   * Specs out of {@code descriptors}.
   *
   * @param maxAgeMillis how long a spec is used before it is read again
   * @param clock milliseconds from any origin, never going back
   */
  TableSpecs(Descriptors descriptors, long maxAgeMillis, LongSupplier clock) {
    this.descriptors = descriptors;
    this.maxAgeMillis = maxAgeMillis;
    this.clock = clock;
  }

  /** The table under its spec, or null if its keys are to be sent as they are. */
  SaltedTable of(TableName name) {
    Known entry = known.get(name);
    if (entry != null && isFresh(entry)) {
      return entry.table();
    }
    if (name.isSystemTable()) {
      return null;
    }
    return known
        .compute(name, (n, old) -> old != null && isFresh(old) ? old : read(n, old))
        .table();
  }

  /** The table under the spec that it has now, since an owner has refused {@code refused}. */
  SaltedTable reread(TableName name, SaltedTable refused) {
    return known
        .compute(name, (n, old) -> old != null && old.table() != refused ? old : read(n, old))
        .table();
  }

  /** Reads the spec before its next use. */
  void forget(TableName name) {
    known.remove(name);
  }

  /** Reads every spec before its next use. */
  void forgetAll() {
    known.clear();
  }

  private boolean isFresh(Known entry) {
    return clock.getAsLong() - entry.since() < maxAgeMillis;
  }

  private Known read(TableName name, Known old) {
    SaltedTable table;
    try {
      SaltingSpec spec = spec(descriptors.read(name));
      table = spec == null ? null : salted(name, spec, old);
    } catch (TableNotFoundException e) {
      table = null;
    } catch (IOException | IllegalArgumentException e) {
      table = old == null ? null : old.table();
      LOG.warn(
          "the spec of table '{}' cannot be read, {}: {}",
          name,
          table == null
              ? "so requests go through its gateway regions"
              : "so the one read before stays",
          e.toString());
    }
    return new Known(table, clock.getAsLong());
  }

  /** The same object as before if the spec is: holders tell by it that nothing has changed. */
  private static SaltedTable salted(TableName name, SaltingSpec spec, Known old) {
    boolean same = old != null && old.table() != null && old.table().mark().equals(Mark.of(spec));
    return same ? old.table() : new SaltedTable(name, spec);
  }

  /** The spec under which keys are salted here; null if there is none or it is no plain case. */
  private static SaltingSpec spec(TableDescriptor descriptor) {
    List<CoprocessorAttribute> observers =
        TableAttributes.of(descriptor, TableAttributes.SALTING_OBSERVER);
    if (observers.size() != 1) {
      return null;
    }
    SaltingSpec spec = SaltingSpec.parse(observers.get(0).arguments());
    boolean direct =
        spec.salt().prefixWidth() > 0
            && spec.salt().keepsNaturalOrder()
            && spec.salt().isSinglePlace();
    return direct ? spec : null;
  }
}
