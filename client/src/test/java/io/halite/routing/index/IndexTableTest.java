package io.halite.routing.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class IndexTableTest {
  /** The number of buckets is compared with that of the index, and the splits are Ruby. */
  @Test
  void theCommandThatCreatesTheTableIsTheSameUnderEveryLocale() {
    RowIndex index =
        SaltingSpec.parse("key=a:2 b:2,salt=hash(a) % 4,index=byB(b) % 16").indexes().get(0);
    Locale given = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("fa-IR"));
    try {
      assertThat(IndexTable.creation(TableName.valueOf("orders"), index))
          .isEqualTo(
              "create 'orders-byB', 'i', METADATA => {'halite.index.of' => 'orders',"
                  + " 'halite.index.buckets' => '16'},"
                  + " SPLITS => (1..15).map { |b| '\\x%02X' % b }");
    } finally {
      Locale.setDefault(given);
    }
  }
}
