package io.halite.coprocessor.table;

import io.halite.keys.KeyBytes;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessChecker;
import org.apache.hadoop.util.StringUtils;

/**
 * What configures a region: its server's site, and in a few things the table's owner.
 *
 * <p>The configuration of a region's environment holds the table's values over the site's, whatever
 * their keys, and whoever may create a table writes them. So it is read nowhere: the server's own
 * connection, handlers and limits would be that user's. Immutable, but the site may be changed by
 * {@code update_config}.
 */
public final class RegionSettings {
  private final Configuration site;
  private final TableDescriptor table;

  /** Settings of regions of a table, on servers of this site. */
  public RegionSettings(Configuration site, TableDescriptor table) {
    this.site = site;
    this.table = table;
  }

  /** The settings of a region; of a site where everything is usual if it has no server. */
  public static RegionSettings of(RegionCoprocessorEnvironment env) {
    // A server's connection is made with the very configuration that the server was started with.
    Connection server = env.getConnection();
    return new RegionSettings(
        server == null ? new Configuration(false) : server.getConfiguration(),
        env.getRegion().getTableDescriptor());
  }

  /** The region server's own configuration, without any value of a table. */
  public Configuration site() {
    return site;
  }

  /**
   * Whether users' rights count in the region: where the site says so, and also in a table that
   * says so by itself, in which HBase's AccessController enforces them as well. A table takes
   * nothing back.
   */
  public boolean authorizes() {
    return AccessChecker.isAuthorizationSupported(site)
        || Boolean.parseBoolean(table.getValue(User.HBASE_SECURITY_AUTHORIZATION_CONF_KEY));
  }

  /**
   * What the table says, to the letter, or else the site.
   *
   * <p>A table's value is not expanded as configurations are: {@code ${…}} would show the server's
   * environment to whoever reads the refusal of that value.
   */
  public Optional<String> get(TableKey key) {
    String own = table.getValue(key.key());
    return Optional.ofNullable(own != null ? own : site.get(key.key())).map(String::trim);
  }

  /**
   * The number that table or site says.
   *
   * @throws IllegalArgumentException if it is none
   */
  public long number(TableKey key, long usual) {
    Optional<String> given = get(key);
    try {
      return given.map(Long::parseLong).orElse(usual);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          key.key()
              + " '"
              + KeyBytes.cut(given.get())
              + "': it is a whole number (CONFIGURATION of the table or hbase-site.xml)",
          e);
    }
  }

  /** The names, between commas, that table or site says. */
  public Set<String> names(TableKey key) {
    return Set.copyOf(StringUtils.getTrimmedStringCollection(get(key).orElse("")));
  }
}
