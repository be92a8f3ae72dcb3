package io.halite.coprocessor.operate;

import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import io.halite.routing.endpoint.ServerFacts;
import io.halite.routing.endpoint.SiteKey;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.Manifest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a region reports about its server: versions, coprocessors and settings. Stateless.
 *
 * <p>A key of Halite with its default is left out: a server that names it and one that does not do
 * the same.
 */
final class ServerReport {
  private static final Logger LOG = LoggerFactory.getLogger(ServerReport.class);

  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  /** Read once: every region of the server reports the same jar. */
  private static final String COMMIT = commit();

  private ServerReport() {}

  static ServerFacts of(RegionCoprocessorEnvironment env, Optional<String> refusal) {
    return new ServerFacts(
        env.getServerName().toString(),
        version(),
        COMMIT,
        System.getProperty("java.version"),
        VersionInfo.getVersion(),
        coprocessors((HRegion) env.getRegion()),
        settings(RegionSettings.of(env).site()),
        refusal);
  }

  /** The version in the manifest of Halite's jar; empty for classes outside of a jar. */
  static String version() {
    return Objects.requireNonNullElse(
        ServerReport.class.getPackage().getImplementationVersion(), "");
  }

  /** The commit in the manifest of Halite's jar; empty if there is no such manifest to be read. */
  private static String commit() {
    URL own = ServerReport.class.getResource("ServerReport.class");
    String place = String.valueOf(own);
    if (!place.startsWith("jar:")) {
      return "";
    }
    try {
      URLConnection manifest =
          new URL(place.substring(0, place.indexOf("!/") + 2) + MANIFEST).openConnection();
      // HBase deletes its copy of a jar from HDFS, which a cached file would keep open.
      manifest.setUseCaches(false);
      try (InputStream bytes = manifest.getInputStream()) {
        String commit = new Manifest(bytes).getMainAttributes().getValue("Halite-Commit");
        return Objects.requireNonNullElse(commit, "");
      }
    } catch (IOException e) {
      // The report is worth more than its commit, which the doctor shows as unknown.
      LOG.info("cannot read the commit of Halite from {}", place, e);
      return "";
    }
  }

  private static List<String> coprocessors(HRegion region) {
    List<String> order = new ArrayList<>();
    RegionCoprocessorHost host = region.getCoprocessorHost();
    for (RegionCoprocessor each : host.findCoprocessors(RegionCoprocessor.class)) {
      String name = each.getClass().getName();
      order.add(name + " " + host.findCoprocessorEnvironment(name).getPriority());
    }
    return order;
  }

  private static Map<String, String> settings(Configuration site) {
    Map<String, String> inForce = new TreeMap<>();
    for (SiteKey key : SiteKey.values()) {
      Optional.ofNullable(site.get(key.toString()))
          .ifPresent(value -> inForce.put(key.toString(), value));
    }
    for (Setting setting : Setting.values()) {
      setting
          .given(site)
          .filter(value -> !value.equals(setting.usual()))
          .ifPresent(value -> inForce.put(setting.key(), value));
    }
    return inForce;
  }
}
