package io.halite.coprocessor.door;

import io.halite.coprocessor.table.Setting;
import io.halite.keys.KeyBytes;
import java.util.Arrays;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** The values of {@code halite.doors} in the site. */
enum DoorMode {
  /** No server redirects a connection or serves as a guest. */
  OFF,
  /** A server redirects the connections of gateway regions that take more than their share. */
  AUTO,
  /** A server redirects the connections of all gateway regions. */
  ALL;

  static DoorMode of(Configuration site) {
    String given = Setting.DOORS.text(site);
    return Arrays.stream(values())
        .filter(mode -> mode.toString().equals(given))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s '%s' must be auto, all or off: correct it in hbase-site.xml"
                        .formatted(Setting.DOORS.key(), KeyBytes.cut(given))));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
