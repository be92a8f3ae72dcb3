package io.halite.coprocessor.table;

import io.halite.coprocessor.host.AccessControl;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of a region: the server's {@code hbase-site.xml}, for the few settings of scope
 * {@link SettingScope#SITE_OR_TABLE} the table's value before it, and for those of scope {@link
 * SettingScope#TABLE} the table's value alone.
 *
 * <p>Halite never reads the configuration of a region's environment: any value of the table
 * overrides the site's there, so a user who may create a table could set the server's connection,
 * handlers and limits. This class is immutable; {@code update_config} may change the site.
 */
public final class RegionSettings {
  private static final Logger LOG = LoggerFactory.getLogger(RegionSettings.class);
  private static final String FORMER = "halite.replicated.writes";

  private final Configuration site;
  private final TableDescriptor table;

  /** Settings of regions of a table, on servers of this site. */
  public RegionSettings(Configuration site, TableDescriptor table) {
    this.site = site;
    this.table = table;
  }

  /** The settings of a region; without a server, those of an empty site. */
  public static RegionSettings of(RegionCoprocessorEnvironment env) {
    // A server's connection is made with the very configuration that the server was started with.
    Connection server = env.getConnection();
    return new RegionSettings(
        server == null ? new Configuration(false) : server.getConfiguration(),
        env.getRegion().getTableDescriptor());
  }

  /** Warns of a value of the table that no longer means anything. */
  public void warnOfFormer() {
    if (table.getValue(FORMER) != null) {
      LOG.warn(
          "table '{}' sets {}, which no longer means anything: writes with cluster ids hold natural"
              + " keys, from replication too; remove it from the table's CONFIGURATION",
          table.getTableName(),
          FORMER);
    }
  }

  /** The region server's own configuration, without any value of a table. */
  public Configuration site() {
    return site;
  }

  /**
   * Whether users' rights count in the region: where the site turns them on, and in a table that
   * turns them on for itself, where HBase's AccessController checks at least who reads from a
   * scanner. A table cannot turn them off.
   */
  public boolean authorizes() {
    return AccessControl.isOn(site)
        || Boolean.parseBoolean(table.getValue(User.HBASE_SECURITY_AUTHORIZATION_CONF_KEY));
  }

  /**
   * Returns the table's value if its owner may set it and the table gives one, else the site's
   * value unless the table's alone counts.
   *
   * <p>The table's value is read literally: {@code ${user.name}} stays these 12 characters. A
   * refusal quotes a wrong value, and an expanded one would show the server's environment.
   */
  public Optional<String> get(Setting setting) {
    return setting.scope() == SettingScope.TABLE
        ? ofTable(setting)
        : ofTable(setting).or(() -> setting.given(site));
  }

  /** The value that the table itself has, if its owner may set it. */
  public Optional<String> ofTable(Setting setting) {
    return (setting.scope() == SettingScope.SITE
            ? Optional.<String>empty()
            : Optional.ofNullable(table.getValue(setting.key())))
        .map(String::trim);
  }

  /** The value that table or site give, or the default. */
  public String text(Setting setting) {
    return get(setting).orElse(setting.usual());
  }

  /**
   * The number that table or site give, or the default.
   *
   * @throws IllegalArgumentException if the value is not a whole number
   */
  public long number(Setting setting) {
    return setting.scope() == SettingScope.SITE
        ? setting.number(site)
        : setting.parse(text(setting));
  }

  /** The names, between commas, that table or site give, or the default. */
  public Set<String> names(Setting setting) {
    return Setting.names(text(setting));
  }
}
