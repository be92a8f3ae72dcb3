package io.halite.client.plugin;

import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The specs of the tables that a connection uses, each read again after some time.
 *
 * <p>A table whose spec cannot be determined is treated as one without a spec: requests under
 * natural keys to the gateway regions are always right, only slower. A spec that is too old is not
 * used, because a table that was created again without Halite would take stored keys for natural
 * ones.
 *
 * <p>Thread-safe.
 */
final class TableSpecs {
  private static final Logger LOG = LoggerFactory.getLogger(TableSpecs.class);

  private final ConcurrentMap<TableName, Known> known = new ConcurrentHashMap<>();
  private final Descriptors descriptors;
  private final long maxAgeMillis;
  private final LongSupplier clock;

  /** Reads the descriptor of a table. */
  interface Descriptors {
    TableDescriptor read(TableName name) throws IOException;
  }

  private record Known(Optional<SaltedTable> table, long since) {}

  /**
   * Specs that are read from {@code descriptors}.
   *
   * @param maxAgeMillis how long a spec is used before it is read again
   * @param clock milliseconds since any origin; never goes back
   */
  TableSpecs(Descriptors descriptors, long maxAgeMillis, LongSupplier clock) {
    this.descriptors = descriptors;
    this.maxAgeMillis = maxAgeMillis;
    this.clock = clock;
  }

  /** The table under its spec; empty if its keys are sent as they are. */
  Optional<SaltedTable> of(TableName name) {
    Known entry = known.get(name);
    if (entry != null && isFresh(entry)) {
      return entry.table();
    }
    if (name.isSystemTable()) {
      return Optional.empty();
    }
    return known
        .compute(name, (n, old) -> old != null && isFresh(old) ? old : read(n, old))
        .table();
  }

  /** The table under the spec that it has now, after an owner refused the mark of a request. */
  Optional<SaltedTable> reread(TableName name, Optional<SaltedTable> refused) {
    return known
        .compute(name, (n, old) -> old != null && !old.table().equals(refused) ? old : read(n, old))
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

  private Known read(TableName name, @Nullable Known old) {
    Optional<SaltedTable> before = old == null ? Optional.empty() : old.table();
    Optional<SaltedTable> table;
    try {
      table = spec(descriptors.read(name)).map(spec -> salted(name, spec, before));
    } catch (TableNotFoundException e) {
      table = Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      table = before;
      LOG.warn(
          "the spec of table '{}' cannot be read, {}: {}",
          name,
          table.isEmpty()
              ? "so requests go through its gateway regions"
              : "so the spec read before is still used",
          e.toString());
    }
    return new Known(table, clock.getAsLong());
  }

  /**
   * Returns the same object as before if the spec is the same, so that callers can compare objects.
   */
  private static SaltedTable salted(
      TableName name, SaltingSpec spec, Optional<SaltedTable> before) {
    return before
        .filter(table -> table.mark().equals(Mark.of(spec)))
        .orElseGet(() -> new SaltedTable(name, spec));
  }

  /** The spec of a table whose keys can be salted by the client. */
  private static Optional<SaltingSpec> spec(TableDescriptor descriptor) {
    List<CoprocessorAttribute> observers =
        TableAttributes.of(descriptor, TableAttributes.SALTING_OBSERVER);
    if (observers.size() != 1) {
      return Optional.empty();
    }
    SaltingSpec spec = SaltingSpec.parse(observers.get(0).arguments());
    boolean direct =
        spec.salt().prefixWidth() > 0
            && spec.salt().keepsNaturalOrder()
            && spec.salt().isSinglePlace();
    return direct ? Optional.of(spec) : Optional.empty();
  }
}
