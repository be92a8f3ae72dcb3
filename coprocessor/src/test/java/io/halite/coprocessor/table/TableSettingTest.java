package io.halite.coprocessor.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableSettingTest {
  private static final String CLASS = "io.halite.coprocessor.table.TableSettingTest";
  private static final String GOOD = "|" + CLASS + "||key=row:*,salt=hash(*) % 16";

  private final Configuration conf = new Configuration(false);

  private static TableDescriptor table(String... attributes) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("flights"));
    for (int i = 0; i < attributes.length; i += 2) {
      table.setValue(attributes[i], attributes[i + 1]);
    }
    return table.build();
  }

  private TableSetting read(String... attributes) {
    return TableSetting.read(table(attributes), conf, TableSettingTest.class);
  }

  @Test
  void theSpecIsReadFromTheRawAttribute() {
    TableSetting setting = read("coprocessor$1", GOOD);
    assertThat(setting.isSalted()).isTrue();
    assertThat(setting.refusal()).isEmpty();
    assertThat(setting.table().orElseThrow())
        .hasToString("table 'flights' (key=row:*,salt=hash(*) % 16)");
  }

  /** HBase loads the observer by such a key, too. */
  @Test
  void theKeyOfTheAttributeMayHaveCapitals() {
    assertThat(read("COPROCESSOR$1", GOOD).isSalted()).isTrue();
    assertThat(read("Coprocessor$1", "|" + CLASS + "||salt=nonsense").refusal()).isPresent();
  }

  @Test
  void tablesWithoutTheObserverAreNotSalted() {
    for (TableSetting setting :
        new TableSetting[] {
          read(),
          read("coprocessor$1", "|org.example.Other||salt=hash(*) % 16"),
          read("coprocessor$1", "|" + CLASS + "Too||salt=nonsense"),
          read("coprocessor", GOOD),
          read("coprocessor$x", GOOD),
          read("other", GOOD)
        }) {
      assertThat(setting.isSalted()).isFalse();
      assertThat(setting.table()).isEmpty();
      assertThat(setting.refusal()).isEmpty();
    }
  }

  static Stream<Arguments> brokenAttributes() {
    return Stream.of(
        Arguments.of("no arguments", "|" + CLASS + "|", "'' is not an argument: give key=…"),
        Arguments.of("empty arguments", "|" + CLASS + "||", "'' is not an argument: give key=…"),
        Arguments.of("no salt", "|" + CLASS + "||key=row:*", "salt=… is missing"),
        Arguments.of("misspelt argument", "|" + CLASS + "||slat=none", "'slat'"),
        Arguments.of("repeated argument", "|" + CLASS + "||salt=none,salt=none", "given twice"),
        Arguments.of(
            "text left over", "|" + CLASS + "||salt=none,", "'' is not an argument: give key=…"),
        Arguments.of("unknown salt", "|" + CLASS + "||salt=pepper % 16", "pepper"),
        Arguments.of("too many buckets", "|" + CLASS + "||salt=hash(*) % 300", "300"),
        Arguments.of("unknown segment", "|" + CLASS + "||salt=hash(orgin) % 16", "orgin"),
        Arguments.of("layout left over", "|" + CLASS + "||key=row:* x:3,salt=none", "row"),
        Arguments.of("a priority of words", "|" + CLASS + "|first|salt=none", "'first'"),
        Arguments.of(
            "a priority before security",
            "|" + CLASS + "|100|salt=none",
            "priority '100' must be empty or at least 1073741823"),
        Arguments.of("two lines", "|" + CLASS + "||salt=none\n", "not one line"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenAttributes")
  void aBrokenAttributeRefusesWithReasonAndTable(String broken, String attribute, String said) {
    TableSetting setting = read("coprocessor$1", attribute);
    assertThat(setting.isSalted()).as("fails closed").isTrue();
    assertThat(setting.table()).isEmpty();
    assertThatThrownBy(setting::check)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(said)
        .hasMessageContaining("'flights'")
        .hasMessage(setting.refusal().orElseThrow());
  }

  @Test
  void twoAttributesWithTheObserverAreOneTooMany() {
    assertThat(read("coprocessor$1", GOOD, "coprocessor$2", GOOD).refusal().orElseThrow())
        .contains("loaded 2 times");
  }

  @Test
  void aPriorityBehindSecurityIsAccepted() throws Exception {
    TableSetting setting = read("coprocessor$1", GOOD.replace("||", "|1073741824|"));
    setting.check();
    assertThat(setting.table()).isPresent();
  }

  @Test
  void theDefaultSpecIsForTablesWithoutAnObserverOfTheirOwn() {
    conf.set(Setting.DEFAULT_SPEC.key(), "salt=hash(*) % 4");
    assertThat(read().table().orElseThrow().salt()).hasToString("hash(*) % 4");
    assertThat(read("coprocessor$1", GOOD).table().orElseThrow().salt())
        .hasToString("hash(*) % 16");
  }

  /** HBase loads an observer that hbase.coprocessor.region.classes names for hbase:meta, too. */
  @ParameterizedTest
  @ValueSource(strings = {"hbase:meta", "hbase:acl"})
  void aSystemTableIsNeverSalted(String name) {
    conf.set(Setting.DEFAULT_SPEC.key(), "salt=hash(*) % 4");
    for (String attribute : List.of("coprocessor$1", "other")) {
      TableDescriptor table =
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              .setValue(attribute, GOOD)
              .build();
      assertThat(TableSetting.read(table, conf, TableSettingTest.class).isSalted()).isFalse();
    }
  }

  /** Servers write its entries under their own keys, and read them there. */
  @Test
  void theDefaultSpecIsNotForIndexTables() {
    conf.set(Setting.DEFAULT_SPEC.key(), "salt=hash(*) % 4");
    assertThat(read("halite.index.of", "orders").isSalted()).isFalse();
    assertThat(read("halite.index.of", "orders", "coprocessor$1", GOOD).isSalted()).isTrue();
  }

  @Test
  void aBrokenDefaultSpecRefuses() {
    conf.set(Setting.DEFAULT_SPEC.key(), "salt=hash(*) % 1");
    assertThat(read().refusal().orElseThrow()).contains("'flights'");
  }
}
