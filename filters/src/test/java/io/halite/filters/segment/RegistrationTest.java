package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The settings that docs/segment-filter.md gives for the Thrift and the REST server, taken apart as
 * those servers do: a list of {@code name:class}, each handed to ParseFilter.
 */
class RegistrationTest {
  private static String documented(String setting) throws Exception {
    String docs = Files.readString(Path.of("..", "docs", "segment-filter.md"));
    Matcher line = Pattern.compile("`" + Pattern.quote(setting) + " = ([^`]+)`").matcher(docs);
    assertThat(line.find()).as("%s in the docs", setting).isTrue();
    return line.group(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hbase.thrift.filters", "hbase.rest.custom.filters"})
  void documentedSettingRegistersTheFilter(String setting) throws Exception {
    Configuration configuration = new Configuration(false);
    configuration.set(setting, documented(setting));
    for (String filter : configuration.getStrings(setting)) {
      String[] parts = filter.split(":");
      assertThat(parts).hasSize(2);
      ParseFilter.registerFilter(parts[0] + setting.length(), parts[1]);
    }
    assertThat(
            new ParseFilter()
                .parseFilterString("SegmentFilter" + setting.length() + "('@15:3 = LAX')"))
        .isEqualTo(SegmentFilter.where("@15:3 = LAX"));
  }
}
