package io.halite.it.cluster;

import io.halite.routing.table.TableAttributes;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Tables that load the observer. */
public final class SaltedTables {
  private SaltedTables() {}

  /** A table of one family with the line of its attribute. */
  public static TableDescriptorBuilder descriptor(TableName name, byte[] family, String line) {
    return plain(name, family).setValue("coprocessor$1", TableAttributes.salting(line));
  }

  /** A table of one family that loads nothing. */
  public static TableDescriptorBuilder plain(TableName name, byte[] family) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
  }
}
