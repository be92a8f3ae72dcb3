package io.halite.coprocessor.table;

import io.halite.filters.natural.FilterAdmission;
import io.halite.keys.KeyBytes;
import io.halite.routing.table.LoadableFiles;
import io.halite.routing.table.TableAttributes;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils;
import org.jspecify.annotations.Nullable;

/**
 * All keys of configuration that region servers and masters read for Halite.
 *
 * <p>{@code docs/configuration.md} lists them, and a test compares that list with this one. The
 * keys of the connection plug-in are in {@code SaltedConnection}.
 *
 * <p>Example: {@code FORWARD_TIMEOUT.number(site)} is 0 for a site without {@code
 * halite.forward.timeout}, and 3000 for one that sets it to {@code 3000}.
 */
public enum Setting {
  /** Whether each forward names the user who sent the request, for the owners' audit log. */
  AUDIT(
      "halite.audit",
      SettingScope.SITE,
      Unit.SWITCH,
      "false",
      "`true`: each forward names the user who sent the request, for the owners' audit log"),

  /** The spec of user tables that have no attribute of the observer and are no index tables. */
  DEFAULT_SPEC(
      TableAttributes.DEFAULT_SPEC,
      SettingScope.SITE,
      Unit.TEXT,
      "",
      "where `hbase-site.xml` loads the observer for all tables, the spec of user tables that have"
          + " no attribute of it, except index tables"),

  /** Whether unchanged clients enter through many servers. */
  DOORS(
      TableAttributes.DOORS,
      SettingScope.SITE_OR_TABLE,
      Unit.TEXT,
      "off",
      "which gateway regions send clients to other servers: `off`, `auto` (those that take more"
          + " than their share) or `all`; a table can only say `off`, and any other value of a"
          + " table counts as `off`"),

  /** Whether the owner of a table says that all files for it hold stored keys. */
  BULKLOAD_STORED(
      LoadableFiles.SETTING,
      SettingScope.TABLE,
      Unit.SWITCH,
      "false",
      "`true`: the owner of the table says that all files that are loaded into it hold stored keys;"
          + " without it a table under `reverse`, `random` or `random-suffix` loads none, since"
          + " other keys look like stored ones there"),

  /** The services of other endpoints that may run on salted tables. */
  ENDPOINTS_ALLOWED(
      "halite.endpoints.allowed",
      SettingScope.SITE_OR_TABLE,
      Unit.NAMES,
      "",
      "full names of services of other endpoints that may run on salted tables; list only services"
          + " that neither read nor write rows: HBase's own ones that do are refused all the same"),

  /** Whether handlers need permits to wait for owners. */
  FORWARD_PERMITS(
      "halite.forward.permits",
      SettingScope.SITE,
      Unit.SWITCH,
      "on",
      "`off` lets servers block each other; it only shows what the permits are for"),

  /** Whether forwards of concurrent requests share RPCs. */
  FORWARD_SHARING(
      "halite.forward.sharing",
      SettingScope.SITE,
      Unit.SWITCH,
      "off",
      "`on` sends concurrent gets, puts and deletes of single rows to one owner server in one RPC"),

  /** The time of a forward, all attempts together. */
  FORWARD_TIMEOUT(
      "halite.forward.timeout",
      SettingScope.SITE,
      Unit.MILLISECONDS,
      "0",
      "the longest time that one forward may take; `0`: as long as its client waits, and 8 s for"
          + " writes without a condition"),

  /** The memory for scans, forwards, pages of newest rows and answers, for each as much. */
  MEMORY_PERCENT(
      "halite.memory.percent",
      SettingScope.SITE,
      Unit.PERCENT,
      "10",
      "the percentage of its heap that a server may hold for scans of salted tables, and as much"
          + " each for what it forwards, for pages of newest rows and for answers to batches of"
          + " gets, so 40 in all; half of the memory for scans is reserved in equal parts, one for"
          + " each of `halite.scans.open.server`"),

  /** The memory for the outcomes of conditional writes. */
  OUTCOMES_BYTES(
      "halite.outcomes.bytes",
      SettingScope.SITE,
      Unit.BYTES,
      "33554432",
      "the most bytes in which a server keeps outcomes of conditional writes for their repeats"),

  /** The size of all copies of a request together. */
  REQUEST_COPIES_BYTES(
      "halite.request.copies.bytes",
      SettingScope.SITE,
      Unit.BYTES,
      "67108864",
      "the most bytes that all copies of one request to many places have together"),

  /** The open merged scans of a server. */
  SCANS_OPEN_SERVER(
      "halite.scans.open.server",
      SettingScope.SITE,
      Unit.COUNT,
      "512",
      "the most merged scans that one server holds open; the more, the less each one reads ahead"
          + " while half of the memory for scans is reserved"),

  /** The open merged scans of a user on a server. */
  SCANS_OPEN_USER(
      "halite.scans.open.user",
      SettingScope.SITE,
      Unit.COUNT,
      "256",
      "the most merged scans that one server holds open for one user"),

  /** The memory of a pass. */
  SCAN_PASS_BYTES(
      "halite.scan.pass.bytes",
      SettingScope.SITE,
      Unit.BYTES,
      "8388608",
      "the most bytes of rows that one pass of a scan may keep in the server's memory"),

  /** The passes of a scan. */
  SCAN_PASSES(
      "halite.scan.passes",
      SettingScope.SITE_OR_TABLE,
      Unit.COUNT,
      "8",
      "the most passes that one scan takes in a gateway region; `0` and `scan=passes` in the spec"
          + " lift this limit"),

  /** The rows that all passes of a scan read. */
  SCAN_PASS_ROWS(
      "halite.scan.pass.rows",
      SettingScope.SITE_OR_TABLE,
      Unit.COUNT,
      "1000000",
      "the most rows that owners send to a gateway for all passes of one scan together; `0` and"
          + " `scan=passes` in the spec lift this limit"),

  /** Filters that judge each row by itself. */
  FILTERS_ROW_LOCAL(
      FilterAdmission.ROW_LOCAL_SETTING,
      SettingScope.SITE_OR_TABLE,
      Unit.NAMES,
      "",
      "class names of filters that judge each row by itself; a wrong name gives wrong rows of the"
          + " table");

  private final String key;
  private final SettingScope scope;
  private final Unit unit;
  private final String usual;
  private final String meaning;

  /** How a value is read. */
  public enum Unit {
    /** One of two words; {@link SiteSwitches} reads those of a site. */
    SWITCH("switch"),
    /** Text. */
    TEXT("text"),
    /** Names between commas. */
    NAMES("names"),
    /** A whole number of milliseconds. */
    MILLISECONDS("ms"),
    /** A whole number of bytes. */
    BYTES("bytes"),
    /** A whole number. */
    COUNT("count"),
    /** A whole percentage, at most a quarter of the whole. */
    PERCENT("percent", 25);

    private final String text;
    private final long most;

    Unit(String text) {
      this(text, Long.MAX_VALUE);
    }

    Unit(String text, long most) {
      this.text = text;
      this.most = most;
    }

    private String bounds() {
      return most == Long.MAX_VALUE ? "of at least 0" : "from 0 to " + most;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  Setting(String key, SettingScope scope, Unit unit, String usual, String meaning) {
    this.key = key;
    this.scope = scope;
    this.unit = unit;
    this.usual = usual;
    this.meaning = meaning;
  }

  /** The key as configurations write it, such as {@code halite.forward.timeout}. */
  public String key() {
    return key;
  }

  /** Who may set it. */
  public SettingScope scope() {
    return scope;
  }

  /** What its value is. */
  public Unit unit() {
    return unit;
  }

  /** The value that holds if the key is not set; an empty text if there is no default. */
  public String usual() {
    return usual;
  }

  /** One sentence for operators, without a capital letter and a full stop. */
  public String meaning() {
    return meaning;
  }

  /** The text that a site gives, trimmed. */
  public Optional<String> given(Configuration site) {
    return Optional.ofNullable(site.get(key)).map(String::trim);
  }

  /** The text that a site gives, or the default. */
  public String text(Configuration site) {
    return given(site).orElse(usual);
  }

  /**
   * The number that a site gives, or the default.
   *
   * @throws IllegalArgumentException if the site gives something else
   */
  public long number(Configuration site) {
    return parse(text(site));
  }

  /** A value read as a number; throws IllegalArgumentException if the unit has no such number. */
  long parse(String value) {
    try {
      long number = Long.parseLong(value);
      if (number >= 0 && number <= unit.most) {
        return number;
      }
      throw notANumber(value, null);
    } catch (NumberFormatException e) {
      throw notANumber(value, e);
    }
  }

  private IllegalArgumentException notANumber(String value, @Nullable NumberFormatException cause) {
    String where = scope == SettingScope.SITE ? "" : "CONFIGURATION of the table or ";
    return new IllegalArgumentException(
        "%s '%s' must be a whole number %s: correct it in %shbase-site.xml"
            .formatted(key, KeyBytes.cut(value), unit.bounds(), where),
        cause);
  }

  /** The names, between commas, that a site gives, or the default. */
  public Set<String> names(Configuration site) {
    return names(text(site));
  }

  static Set<String> names(String value) {
    return Set.copyOf(StringUtils.getTrimmedStringCollection(value));
  }
}
