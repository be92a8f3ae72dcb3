package io.halite.client.shell;

import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/**
 * A column family that {@code create_salted} creates. Immutable.
 *
 * @param descriptor the family as HBase's own {@code create} reads it
 * @param choosesEncoding whether its user gave it an encoding of its blocks, perhaps {@code NONE}
 */
public record NewFamily(ColumnFamilyDescriptor descriptor, boolean choosesEncoding) {
  /** A family whose name alone is given. */
  public static NewFamily of(String name) {
    return new NewFamily(ColumnFamilyDescriptorBuilder.of(name), false);
  }

  ColumnFamilyDescriptor encoded(DataBlockEncoding encoding) {
    return choosesEncoding
        ? descriptor
        : ColumnFamilyDescriptorBuilder.newBuilder(descriptor)
            .setDataBlockEncoding(encoding)
            .build();
  }
}
