package io.halite.coprocessor.table;

import io.halite.coprocessor.table.Setting.Unit;
import io.halite.keys.KeyBytes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The settings of a site that are one of two words: {@code on} and {@code off}, or {@code true} and
 * {@code false}, whichever the default is one of.
 *
 * <p>Any other value is worth a warning and no more, since none of these settings decides where
 * rows are stored. It counts as the default. That of {@code halite.audit} counts as {@code true}:
 * an operator who has set that key wants to know who has asked. Stateless.
 */
public final class SiteSwitches {
  private static final List<String> ON_OFF = List.of("on", "off");
  private static final List<String> TRUE_FALSE = List.of("true", "false");

  private SiteSwitches() {}

  /** Whether a site turns a switch on, or leaves it on. */
  public static boolean isOn(Setting setting, Configuration site) {
    String given = setting.text(site);
    List<String> words = words(setting);
    return (words.contains(given) ? given : inDoubt(setting)).equals(words.get(0));
  }

  /** What is wrong with the switches of a site, a sentence for each of them. */
  public static List<String> objections(Configuration site) {
    return Arrays.stream(Setting.values())
        .filter(each -> each.unit() == Unit.SWITCH && each.scope() == SettingScope.SITE)
        .flatMap(each -> objection(each, site).stream())
        .toList();
  }

  private static Optional<String> objection(Setting setting, Configuration site) {
    List<String> words = words(setting);
    return setting
        .given(site)
        .filter(value -> !words.contains(value))
        .map(
            value ->
                "%s '%s' must be %s, in lower case: it counts as %s; correct it in hbase-site.xml"
                    .formatted(
                        setting.key(),
                        KeyBytes.cut(value),
                        String.join(" or ", words),
                        inDoubt(setting)));
  }

  private static List<String> words(Setting setting) {
    return ON_OFF.contains(setting.usual()) ? ON_OFF : TRUE_FALSE;
  }

  private static String inDoubt(Setting setting) {
    return setting == Setting.AUDIT ? "true" : setting.usual();
  }
}
