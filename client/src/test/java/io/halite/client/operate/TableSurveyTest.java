package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.table.TableAttributes;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** What a survey makes of each answer of the master and of a region. */
class TableSurveyTest {
  private static final String SPEC = "key=row:4 order:*,salt=hash(*) % 4,index=byOrder(order)";
  private static final TableName NAME = TableName.valueOf("t");
  private static final Connection NONE =
      Scripted.of(
          Connection.class,
          (call, given) -> {
            throw new IllegalStateException(call);
          });

  private static TableDescriptor salted() throws Exception {
    return TableDescriptorBuilder.newBuilder(NAME)
        .setValue("coprocessor$1", TableAttributes.salting(SPEC))
        .build();
  }

  @Test
  void aTableThatIsDroppedMeanwhileIsLeftOut() throws Exception {
    TableDescriptor salted = salted();
    Admin admin =
        Scripted.of(
            Admin.class,
            (call, given) ->
                switch (call) {
                  case "isNormalizerEnabled" -> false;
                  case "listTableDescriptors" -> List.of(salted);
                  default -> throw new TableNotFoundException(NAME);
                });
    assertThat(new TableSurvey(NONE, admin, 10_000).tables()).isEmpty();
  }

  @Test
  void aTableOfAnIndexThatIsDroppedMeanwhileIsAnObjection() throws Exception {
    TableDescriptor salted = salted();
    Admin admin =
        Scripted.of(
            Admin.class,
            (call, given) ->
                switch (call) {
                  case "isNormalizerEnabled" -> false;
                  case "listTableDescriptors" -> List.of(salted);
                  case "tableExists" -> true;
                  case "isTableEnabled" -> {
                    if (given[0].equals(NAME)) {
                      yield false;
                    }
                    throw new TableNotFoundException("t-byOrder");
                  }
                  default -> throw new IllegalStateException(call);
                });
    assertThat(new TableSurvey(NONE, admin, 10_000).tables())
        .singleElement()
        .satisfies(
            table ->
                assertThat(table.indexes())
                    .singleElement()
                    .asString()
                    .contains("does not exist, and writes are refused"));
  }
}
