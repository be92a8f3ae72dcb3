package io.halite.coprocessor.master;

import io.halite.coprocessor.SaltingObserver;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Descriptors of the table {@code flights}, as the master is shown them. Stateless. */
final class Flights {
  static final TableName NAME = TableName.valueOf("flights");
  static final TableDescriptor PLAIN = TableDescriptorBuilder.newBuilder(NAME).build();

  private Flights() {}

  static TableDescriptor salted(String spec) {
    return TableDescriptorBuilder.newBuilder(PLAIN)
        .setValue("coprocessor$1", "|" + SaltingObserver.class.getName() + "||" + spec)
        .build();
  }

  /** The same table, whose metadata says that its rows are stored in 16 buckets. */
  static TableDescriptor lost(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table)
        .setValue("halite.spec", "key=row:*,salt=hash(*) % 16")
        .build();
  }
}
