package io.halite.it.oracle;

import java.util.List;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/** How the families of twins keep their cells, beside the number of versions. */
enum FamilyForm {
  /** As HBase does by default. */
  USUAL {
    @Override
    void apply(ColumnFamilyDescriptorBuilder family) {}
  },
  /** What is deleted can be read by time ranges. */
  KEEPING_DELETED {
    @Override
    void apply(ColumnFamilyDescriptorBuilder family) {
      family.setKeepDeletedCells(KeepDeletedCells.TRUE);
    }
  },
  /** A delete hides what was written before it, not what has an older timestamp. */
  NEW_VERSIONS {
    @Override
    void apply(ColumnFamilyDescriptorBuilder family) {
      family.setNewVersionBehavior(true);
    }
  },
  /** Values of 100 bytes or more lie in files of their own once they are flushed. */
  MOB {
    @Override
    void apply(ColumnFamilyDescriptorBuilder family) {
      family.setMobEnabled(true).setMobThreshold(100);
    }
  },
  /** Encoded, with blooms of columns, compacted in memory. */
  PACKED {
    @Override
    void apply(ColumnFamilyDescriptorBuilder family) {
      family
          .setInMemoryCompaction(MemoryCompactionPolicy.BASIC)
          .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
          .setBloomFilterType(BloomType.ROWCOL)
          .setBlocksize(1024);
    }
  },
  /** Each family of another of these forms. */
  MIXED {
    @Override
    void apply(ColumnFamilyDescriptorBuilder family) {
      List<FamilyForm> forms = List.of(KEEPING_DELETED, NEW_VERSIONS, MOB);
      forms.get(Columns.FAMILIES.indexOf(family.getNameAsString())).apply(family);
    }
  };

  /**
   * Whether deletes may name the column without a name. With new versions HBase's own scans fail at
   * one behind the marker of a deleted family, by a NullPointerException in {@code
   * NewVersionBehaviorTracker}, on tables of any kind.
   */
  boolean takesNameless() {
    return this != NEW_VERSIONS && this != MIXED;
  }

  /** Makes a family keep its cells so. */
  abstract void apply(ColumnFamilyDescriptorBuilder family);
}
