package io.halite.coprocessor.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableDoorsTest {
  private static final TableName NAME = TableName.valueOf("flights");
  private static final Optional<SaltedTable> SALTED =
      Optional.of(new SaltedTable(NAME, SaltingSpec.parse("key=row:*,salt=hash(*) % 16")));

  private static TableDescriptor saying(String doors) {
    return TableDescriptorBuilder.newBuilder(NAME).setValue("halite.doors", doors).build();
  }

  @Test
  void aTableThatSaysNothingLeavesDoorsToTheSite() {
    TableDescriptor silent = TableDescriptorBuilder.newBuilder(NAME).build();
    assertThat(TableDoors.areOff(silent)).isFalse();
    assertThat(TableDoors.objection(silent, SALTED)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", " off "})
  void offIsTheOnlyValueOfATable(String off) {
    assertThat(TableDoors.areOff(saying(off))).isTrue();
    assertThat(TableDoors.objection(saying(off), SALTED)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"OFF", "Off", "false", "none", "auto", "all", "on"})
  void anyOtherValueIsWrongAndCountsAsOff(String wrong) {
    assertThat(TableDoors.areOff(saying(wrong))).isTrue();
    assertThat(TableDoors.objection(saying(wrong), SALTED))
        .contains(
            ("halite.doors '%s' of table 'flights' must be 'off', in lower case: a table can only"
                    + " leave doors out, and any value of it does; alter 'flights',"
                    + " CONFIGURATION => {'halite.doors' => 'off'}, or unset it")
                .formatted(wrong));
  }

  @Test
  void whatATableWithoutSaltSaysIsNobodysBusiness() {
    assertThat(TableDoors.objection(saying("OFF"), Optional.empty())).isEmpty();
  }
}
