package io.halite.client.operate;

import io.halite.client.operate.ServerState.Jar;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** Asks a server that reports nothing whether it finds Halite's classes. For one thread. */
final class JarProbe {
  /** A server reads a request before it judges it, and so shows whether it has this class. */
  private static final SegmentFilter OF_THE_JAR =
      SegmentFilter.where(KeyLayout.parse("row:1"), "row = x");

  private final Connection connection;
  private final Admin admin;
  private final Set<TableName> salted;

  /**
   * Asks servers through {@code connection}, and {@code admin} of the same.
   *
   * @param salted the tables whose regions it does not ask
   */
  JarProbe(Connection connection, Admin admin, Set<TableName> salted) {
    this.connection = connection;
    this.admin = admin;
    this.salted = Set.copyOf(salted);
  }

  /**
   * What is known of a server. A server that does not answer is a finding, not an error.
   *
   * @throws AccessDeniedException if it refuses the user
   */
  ServerState ask(ServerName server) throws AccessDeniedException {
    try {
      List<RegionInfo> regions = admin.getRegions(server);
      return state(server, jar(regions), "");
    } catch (AccessDeniedException e) {
      throw e;
    } catch (IOException e) {
      return state(server, Jar.SILENT, RegionState.firstLine(e));
    }
  }

  private static ServerState state(ServerName server, Jar jar, String error) {
    return new ServerState(server.getServerName(), jar, Optional.empty(), error);
  }

  /** Sends the first region of a plain table a request that needs a class of Halite. */
  private Jar jar(List<RegionInfo> regions) throws IOException {
    for (RegionInfo region : regions) {
      boolean plain = !salted.contains(region.getTable());
      if (plain && region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID) {
        return jar(region);
      }
    }
    return Jar.UNKNOWN;
  }

  private Jar jar(RegionInfo region) throws IOException {
    byte[] start = region.getStartKey();
    Get get = new Get(start.length == 0 ? new byte[] {0} : start).setFilter(OF_THE_JAR);
    try (Table table = connection.getTable(region.getTable())) {
      table.exists(get);
      return Jar.FOUND;
    } catch (AccessDeniedException e) {
      return Jar.FOUND;
    } catch (DoNotRetryIOException e) {
      return isMissingClass(e) ? Jar.MISSING : Jar.UNKNOWN;
    } catch (IOException e) {
      if (isMissingClass(e)) {
        return Jar.MISSING;
      }
      if (RegionState.isUnserved(e)) {
        return Jar.UNKNOWN;
      }
      throw e;
    }
  }

  static boolean isMissingClass(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (String.valueOf(each).contains("ClassNotFoundException: io.halite.")) {
        return true;
      }
    }
    return false;
  }
}
