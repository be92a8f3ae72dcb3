package io.halite.it.rights;

import static io.halite.it.rights.QualifierClients.F;
import static io.halite.it.rights.QualifierClients.Q;

import io.halite.it.cluster.RpcCount;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * {@link PluginRightsIT} under other salts, and with an index, each case; PluginRightsIT itself has
 * two of them.
 */
@Tag("wide")
class PluginRightsOfSaltsIT {
  private static QualifierClients users;

  /** Tables whose {@code early_out} is false. */
  private enum Kind {
    PREFIX("md5(unit)[0:4]"),
    REVERSED("reverse(unit)"),
    RANDOM("random % 4"),
    SUFFIX("random-suffix % 4"),
    INDEXED("hash(unit) % 4,index=byTs(ts)");

    final String salt;

    Kind(String salt) {
      this.salt = salt;
    }

    TableName table() {
      return TableName.valueOf("plugin-" + name());
    }

    boolean isInManyPlaces() {
      return this == RANDOM || this == SUFFIX;
    }

    boolean isScattered() {
      return this == PREFIX || this == REVERSED;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    users = QualifierClients.start();
    for (Kind kind : Kind.values()) {
      users.create(kind.table(), kind.salt, false);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    users.close();
  }

  /** A row in many places is read by one list, as there is one server. */
  @ParameterizedTest
  @EnumSource
  void whoMayReadOneQualifierReadsItFromItsOwners(Kind kind) throws Exception {
    users.readRowsFromTheirOwners(
        kind.table(), kind.isInManyPlaces() ? RpcCount::multi : RpcCount::get);
  }

  @ParameterizedTest
  @EnumSource
  void scansOfOneQualifierReadAtTheOwners(Kind kind) throws Exception {
    Scan ofUnit = new Scan().addColumn(F, Q).setStartStopRowForPrefixScan(Bytes.toBytes("ATL"));
    users.scanRowsAtTheirOwners(kind.table(), ofUnit);
    Scan all = new Scan().addColumn(F, Q);
    users.scanRowsAtTheirOwners(
        kind.table(), kind.isScattered() ? UnorderedAttribute.putOn(all, 4) : all);
  }

  /** Of rows in many places each cell is judged alone: {@link OverwrittenCellsIT}. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"RANDOM", "SUFFIX"})
  void whoMayReadOneQualifierIsShownItOfWholeRows(Kind kind) throws Exception {
    Scan ofUnit = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("ATL"));
    users.readOneColumnOfWholeRows(
        kind.table(), List.of(ofUnit, UnorderedAttribute.putOn(new Scan(), 4)));
  }

  @ParameterizedTest
  @EnumSource(names = {"PREFIX", "REVERSED"})
  void whoMayWriteOneQualifierWritesItAtItsOwner(Kind kind) throws Exception {
    users.writeRowsAtTheirOwners(kind.table());
    users.writeBufferedRowsAtTheirOwners(kind.table());
  }

  /** Owners take them from servers alone, and nobody is asked to try. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"PREFIX", "REVERSED"})
  void writesOfIndexedRowsAndOfRowsInManyPlacesStayWithTheGateways(Kind kind) throws Exception {
    users.writeRowsAtTheirGateways(kind.table());
  }

  @ParameterizedTest
  @EnumSource
  void whoMayWriteMayNotRead(Kind kind) throws Exception {
    users.readNothing("writer", kind.table(), kind.isInManyPlaces());
  }
}
