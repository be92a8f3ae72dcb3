package io.halite.coprocessor;

import io.halite.coprocessor.gateway.IndexGateway;
import io.halite.coprocessor.operate.NaturalRequests;
import io.halite.coprocessor.operate.RegionOperations;
import io.halite.coprocessor.operate.TableReaders;
import io.halite.coprocessor.rights.RegionRights;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.TableSetting;
import io.halite.coprocessor.table.UnsaltedRowCheck;
import io.halite.routing.endpoint.RegionHandler;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;

/**
 * What the observer of one region does: nothing, forward, or refuse everything with a reason.
 *
 * <p>A region that must refuse is open all the same, so that an {@code alter} can mend it.
 */
final class RegionState implements AutoCloseable {
  private final RegionCoprocessorEnvironment env;
  private final TableSetting setting;
  private final RegionGateways gateways;
  private final Optional<RegionRights> rights;
  private volatile String rawRows;

  private RegionState(
      RegionCoprocessorEnvironment env, TableSetting setting, RegionGateways gateways) {
    this.env = env;
    this.setting = setting;
    this.gateways = gateways;
    this.rights = setting.table().map(table -> RegionRights.of(env, table));
  }

  /** Reads the table's attribute; whatever is wrong with it becomes a state that refuses. */
  static RegionState of(RegionCoprocessorEnvironment env, Class<?> observer) {
    TableSetting setting;
    try {
      setting =
          TableSetting.read(
              env.getRegion().getTableDescriptor(), RegionSettings.of(env).site(), observer);
      boolean forwards = setting.table().isPresent() && !setting.table().get().isPlain();
      return new RegionState(
          env, setting, forwards ? new RegionGateways(setting.table().get(), env) : null);
    } catch (RuntimeException | LinkageError e) {
      setting = TableSetting.refusing(env.getRegion().getTableDescriptor(), e.toString());
      return new RegionState(env, setting, null);
    }
  }

  /** Whether the table has a spec under which natural keys are forwarded, or one that refuses. */
  boolean forwards() {
    return setting.refusal().isPresent() || gateways != null;
  }

  /** The table under its spec; null if it has none. */
  SaltedTable table() {
    return setting.table().orElse(null);
  }

  /**
   * What the region answers to operators.
   *
   * @throws DoNotRetryIOException if the table has no spec or a wrong one, which is told to those
   *     who may read
   */
  RegionHandler operations() throws IOException {
    if (setting.refusal().isPresent()) {
      TableReaders.require(env);
    }
    setting.check();
    if (gateways != null) {
      rights().requireGuards();
    }
    if (setting.table().isEmpty()) {
      throw withoutSpec();
    }
    return new RegionOperations(
        env, setting.table().get(), gateways == null ? new NaturalRequests() : gateways.natural());
  }

  /**
   * Who may do what here.
   *
   * @throws DoNotRetryIOException if the table has no spec: then HBase's own coprocessors judge all
   */
  RegionRights rights() throws DoNotRetryIOException {
    return rights.orElseThrow(this::withoutSpec);
  }

  private DoNotRetryIOException withoutSpec() {
    return new DoNotRetryIOException(
        "table '"
            + env.getRegionInfo().getTable()
            + "' has no spec: its coprocessor attribute does not name the observer");
  }

  /** The gateways, if natural requests are forwarded here; null if they are served in place. */
  RegionGateways gateways() {
    return gateways;
  }

  /** Looks at what the region holds, once it is open. */
  void opened() {
    if (gateways != null) {
      rawRows = UnsaltedRowCheck.objection(table(), env.getRegion()).orElse(null);
    }
  }

  /** The region is about to close. */
  void closing() {
    if (gateways != null) {
      gateways.closing();
    }
  }

  /**
   * The gateways, or null if natural requests are served in place.
   *
   * @throws DoNotRetryIOException if the table cannot be served as it is
   */
  RegionGateways require() throws DoNotRetryIOException {
    check();
    return gateways;
  }

  /**
   * Serves a request. Where {@code hbase.security.access.early_out} is {@code false}, it may come
   * from anybody; so a refusal that tells the spec is told to those alone who may use the table.
   *
   * @throws IOException what the body throws, or an AccessDeniedException in place of a refusal
   */
  <T> T keepingSpec(Guard.Answering<T> body) throws IOException {
    try {
      return body.run();
    } catch (DoNotRetryIOException refusal) {
      SaltedTable table = table();
      String told = String.valueOf(refusal.getMessage());
      boolean tellsSpec =
          table == null
              ? setting.refusal().isPresent()
              : told.contains(table.spec().toString()) || told.contains(table.mark().toString());
      if (tellsSpec) {
        TableReaders.requireUser(env);
      }
      throw refusal;
    }
  }

  /** Sets the filter that a scan of a table without salt asks for in words. */
  void installWhere(Scan scan) throws DoNotRetryIOException {
    if (setting.table().isPresent()) {
      WhereAttribute.install(scan, table());
    } else if (scan.getAttribute(WhereAttribute.ATTRIBUTE) != null) {
      throw new DoNotRetryIOException(
          WhereAttribute.ATTRIBUTE
              + " asks for segments, but table '"
              + env.getRegionInfo().getTable()
              + "' has no layout: give its coprocessor attribute key=…");
    }
  }

  /** Refuses to look for an index where there is none: the get would find another row, or none. */
  void refuseIndex(Get get) throws DoNotRetryIOException {
    if (IndexGateway.isAsked(get)) {
      throw new DoNotRetryIOException(
          IndexedReads.ATTRIBUTE
              + " asks for a row by an index, but table '"
              + env.getRegionInfo().getTable()
              + "' has none: give its coprocessor attribute a salt and index=…");
    }
  }

  /** Refuses to write a key that does not fit the layout of a table without salt. */
  void checkInPlace(byte[] naturalKey) throws DoNotRetryIOException {
    if (setting.table().isPresent()) {
      table().requireFit(naturalKey);
    }
  }

  private void check() throws DoNotRetryIOException {
    setting.check();
    if (rawRows != null) {
      throw new DoNotRetryIOException(rawRows + " (" + table() + ")");
    }
    if (gateways != null) {
      rights().requireGuards();
    }
  }

  @Override
  public void close() throws IOException {
    if (gateways != null) {
      gateways.close();
    }
  }
}
