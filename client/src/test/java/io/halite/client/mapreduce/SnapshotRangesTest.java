package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.table.TableAttributes;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class SnapshotRangesTest {
  @Test
  void aTaskNeedsNoSplitPolicyOfTheServersToReadASnapshot() {
    TableDescriptor guarded =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setRegionSplitPolicyClassName(TableAttributes.GUARDED_SPLIT_POLICY)
            .setValue("coprocessor$1", TableAttributes.salting("key=row:*,salt=hash(*) % 4"))
            .build();
    TableDescriptor read = SnapshotRanges.withoutPolicy(guarded);
    assertThat(read.getRegionSplitPolicyClassName()).isNull();
    assertThat(read.getCoprocessorDescriptors()).hasSize(1);
  }
}
