package io.halite.coprocessor;

import io.halite.coprocessor.host.EndpointHook;
import io.halite.coprocessor.operate.TableReaders;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.SpecMemory;
import io.halite.coprocessor.table.TableSetting;
import io.halite.coprocessor.table.Unserved;
import io.halite.keys.RowIndex;
import io.halite.routing.endpoint.RegionHandler;
import io.halite.routing.index.IndexTable;
import io.halite.routing.table.MarkException;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;

/**
 * What one region does with the requests that reach its observer: it serves them in place, forwards
 * them, or refuses them. When the region opens, the table's attribute decides which role it has.
 *
 * <p>A {@link PlainRegion} stores a put of {@code 41 54 4C} as {@code 41 54 4C}. Under {@code
 * salt=hash(*) % 16} a {@link SaltedRegion} forwards it, and the owner stores it as {@code 0C·41 54
 * 4C}. A {@link RefusingRegion} refuses it with the mistake in the attribute; the region is open
 * all the same, so that an {@code alter} can correct the table.
 *
 * <p>Implementations are thread-safe. Every method may throw an {@code IOException} that says why
 * the request is refused, or why its forward has failed.
 */
sealed interface RegionRole extends AutoCloseable
    permits PlainRegion, SaltedRegion, RefusingRegion {
  /**
   * The role that the table's attribute gives to the region of {@code env}.
   *
   * @param observer the class that the attribute names
   */
  static RegionRole of(RegionCoprocessorEnvironment env, Class<?> observer) {
    return of(env, observer, () -> EndpointHook.objection(ForeignEndpoints.class));
  }

  /** The same, on an HBase that would not judge endpoints for the reason of {@code host}. */
  static RegionRole of(
      RegionCoprocessorEnvironment env, Class<?> observer, Supplier<Optional<String>> host) {
    TableDescriptor descriptor = env.getRegion().getTableDescriptor();
    // Before all that may refuse: without hbase:meta no cluster starts.
    if (descriptor.getTableName().isSystemTable()) {
      return new PlainRegion(env, Optional.empty());
    }
    try {
      Optional<String> unasked = host.get();
      if (unasked.isPresent()) {
        return RefusingRegion.unasked(env, unasked.get());
      }
      TableSetting setting = TableSetting.read(descriptor, RegionSettings.of(env).site(), observer);
      Optional<SaltedTable> table = setting.table();
      Optional<String> reason =
          setting
              .refusal()
              .or(
                  () ->
                      SpecMemory.objection(descriptor, table.map(SaltedTable::spec))
                          .flatMap(why -> TableSetting.refusing(descriptor, why).refusal()))
              .or(() -> Unserved.objection(descriptor, table));
      if (reason.isPresent()) {
        return new RefusingRegion(env, reason.get());
      }
      return table.isEmpty() || table.get().isPlain()
          ? new PlainRegion(env, table)
          : new SaltedRegion(env, table.get());
    } catch (RuntimeException | LinkageError e) {
      return new RefusingRegion(
          env, TableSetting.refusing(descriptor, e.toString()).refusal().orElseThrow());
    }
  }

  /** The environment of the region's observer. */
  RegionCoprocessorEnvironment env();

  /**
   * The region is open: a salted region takes over the operations that its former server counted,
   * looks whether its rows have their salt, and enters the door of its server.
   */
  default void opened() throws IOException {}

  /**
   * An operation of any kind begins, also one that an endpoint of another coprocessor sends to the
   * region beneath all other hooks.
   */
  default void starting(Operation operation) throws DoNotRetryIOException {}

  /**
   * The region is about to close: a salted region leaves the door of its server and is asked for
   * vacant images no more.
   */
  default void closing() {}

  /**
   * Whether a text may show the spec of {@code table}, one of its indexes, or the spec of an owner
   * under another one.
   */
  static boolean shows(SaltedTable table, String text) {
    return text.contains(table.spec().toString())
        || text.contains(table.mark().toString())
        || MarkException.isQuotedIn(text)
        || table.spec().indexes().stream().anyMatch(index -> shows(table, index, text));
  }

  private static boolean shows(SaltedTable table, RowIndex index, String text) {
    return text.contains(index.toString())
        || text.contains(IndexTable.name(table.name(), index).getNameAsString());
  }

  /** Whether the text of a refusal shows the table's spec. */
  boolean showsSpec(String text);

  /**
   * Takes a put, delete, increment or append.
   *
   * @return whether the write is forwarded, so that HBase must not apply it here
   */
  boolean write(Mutation mutation, Optional<User> caller) throws IOException;

  /** HBase is about to log an increment or append here, under the lock of its row. */
  default void applying(Mutation mutation) throws DoNotRetryIOException {}

  /**
   * HBase is about to apply a batch here, under the locks of its rows. The role may refuse single
   * writes here, by their status; HBase then applies the others.
   */
  default void applying(MiniBatchOperationInProgress<Mutation> batch, Optional<User> caller)
      throws DoNotRetryIOException {}

  /** HBase has applied a batch here, and still holds the locks of its rows. */
  default void applied(MiniBatchOperationInProgress<Mutation> batch) {}

  /**
   * Sends the writes that a batch has collected.
   *
   * @param applied whether HBase has applied the batch here
   */
  void flush(MiniBatchOperationInProgress<Mutation> batch, boolean applied) throws IOException;

  /** An edit of the region's rows is about to be written to the WAL under this key. */
  default void logging(WALKey key, WALEdit edit) throws DoNotRetryIOException {}

  /** HBase has restored an edit from the WAL of a server that died. */
  default void restored(WALKey key) throws IOException {}

  /**
   * Takes a conditional mutation.
   *
   * @return its answer; empty if HBase is to apply it here
   */
  Optional<CheckAndMutateResult> check(CheckAndMutate check, Optional<User> caller)
      throws IOException;

  /**
   * Takes a conditional mutation that HBase is about to decide, under the lock of its row.
   *
   * @return its answer if an earlier attempt of it was applied; empty if HBase is to decide
   */
  default Optional<CheckAndMutateResult> locked(CheckAndMutate check, Optional<User> caller)
      throws IOException {
    return Optional.empty();
  }

  /** The answer to a conditional mutation that HBase has decided. */
  default CheckAndMutateResult decided(CheckAndMutate check, CheckAndMutateResult answer)
      throws IOException {
    return answer;
  }

  /**
   * Takes a get or an existence check.
   *
   * @param cells the cells of the answer are added to it
   * @return whether the get is answered, so that HBase must not read here
   */
  boolean get(Get get, List<Cell> cells, Optional<User> caller) throws IOException;

  /** Prepares a scan before HBase opens the region's own scanner for it. */
  void beforeOpening(Scan scan, Optional<User> caller) throws IOException;

  /** The scanner that answers a scan: the region's own one, or one in its place. */
  RegionScanner afterOpening(Scan scan, RegionScanner scanner, Optional<User> caller)
      throws IOException;

  /**
   * Accepts files that HBase is to load.
   *
   * @param familyPaths family and path of each file
   */
  void bulkLoad(List<Pair<byte[], String>> familyPaths, Optional<User> caller) throws IOException;

  /** The files of a bulk load are loaded, or the load has failed. */
  default void bulkLoaded() {}

  /**
   * Accepts the call of an endpoint.
   *
   * @param service the full name of the service, such as {@code hbase.pb.MultiRowMutationService}
   */
  void endpoint(String service) throws DoNotRetryIOException;

  /** What the region answers to operators. */
  RegionHandler operations() throws IOException;

  @Override
  void close() throws IOException;

  /**
   * Serves a request and keeps the spec from strangers.
   *
   * @throws IOException what the body throws, as the user may see it
   */
  default <T> T keepingSpec(Guard.Answering<T> body) throws IOException {
    try {
      return body.run();
    } catch (IOException failure) {
      throw shown(failure);
    }
  }

  /**
   * What the user of the present request may see of a failure. Where {@code
   * hbase.security.access.early_out} is {@code false}, HBase lets requests of any user reach the
   * observer, and a client receives the causes of a failure, too. So only a user who may use the
   * table receives one that shows the spec; others receive an AccessDeniedException.
   */
  default IOException shown(IOException failure) {
    for (Throwable part = failure; part != null; part = part.getCause()) {
      if (showsSpec(String.valueOf(part.getMessage()))) {
        try {
          TableReaders.requireUser(env());
          return failure;
        } catch (IOException denied) {
          return denied;
        }
      }
    }
    return failure;
  }
}
