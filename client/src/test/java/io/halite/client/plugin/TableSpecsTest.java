package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Test;

class TableSpecsTest {
  private final AtomicLong now = new AtomicLong(1_000);
  private TableDescriptor descriptor = Salted.descriptor(Salted.BEFORE);
  private IOException failure;
  private int readings;
  private final TableSpecs specs =
      new TableSpecs(
          name -> {
            readings++;
            if (failure != null) {
              throw failure;
            }
            return descriptor;
          },
          100,
          now::get);

  @Test
  void aSpecIsReadOnceAndAgainWhenItIsTooOld() {
    assertThat(specs.of(Salted.NAME).orElseThrow().mark()).isEqualTo(Salted.mark(Salted.BEFORE));
    now.addAndGet(99);
    specs.of(Salted.NAME);
    assertThat(readings).isEqualTo(1);
    descriptor = Salted.descriptor(Salted.AFTER);
    now.addAndGet(1);
    assertThat(specs.of(Salted.NAME).orElseThrow().mark()).isEqualTo(Salted.mark(Salted.AFTER));
    assertThat(readings).isEqualTo(2);
  }

  @Test
  void theTableStaysTheSameObjectWhileItsSpecDoes() {
    var first = specs.of(Salted.NAME);
    now.addAndGet(100);
    assertThat(specs.of(Salted.NAME)).isEqualTo(first);
    assertThat(readings).isEqualTo(2);
  }

  @Test
  void tablesWithoutOneClearSpecOrOneClearPlaceAreSentNaturalKeys() {
    for (TableDescriptor unclear :
        new TableDescriptor[] {
          Salted.descriptor(), // not salted
          Salted.descriptor("salt=none"), // stored keys are natural keys
          Salted.descriptor("salt=random % 16"), // a row lies in many places
          Salted.descriptor("salt=md5(*)[0:4]"), // stored order is not natural order
          Salted.descriptor("salt=reverse(row)"), // nor is it here, and no prefix says where
          Salted.descriptor("salt=hash(*) % 1"), // refused by the parser: one bucket
          Salted.descriptor(Salted.BEFORE, Salted.AFTER), // loaded twice
        }) {
      descriptor = unclear;
      specs.forgetAll();
      assertThat(specs.of(Salted.NAME)).as(unclear.toString()).isEmpty();
    }
  }

  @Test
  void systemTablesAreNeverAskedFor() {
    assertThat(specs.of(TableName.META_TABLE_NAME)).isEmpty();
    assertThat(readings).isZero();
  }

  @Test
  void aSpecThatCannotBeReadAgainStaysButThatOfAVanishedTableDoesNot() {
    var first = specs.of(Salted.NAME);
    failure = new IOException("no master");
    now.addAndGet(100);
    assertThat(specs.of(Salted.NAME)).isEqualTo(first);
    failure = new TableNotFoundException(Salted.NAME);
    now.addAndGet(100);
    assertThat(specs.of(Salted.NAME)).isEmpty();
  }

  @Test
  void aSpecThatWasNeverReadLeavesTheTableToItsGateways() {
    failure = new IOException("access denied");
    assertThat(specs.of(Salted.NAME)).isEmpty();
  }

  @Test
  void aRefusalIsReadAgainOnceForAllWhoMetIt() {
    var refused = specs.of(Salted.NAME);
    descriptor = Salted.descriptor(Salted.AFTER);
    var first = specs.reread(Salted.NAME, refused);
    var second = specs.reread(Salted.NAME, refused);
    assertThat(first.orElseThrow().mark()).isEqualTo(Salted.mark(Salted.AFTER));
    assertThat(second).isEqualTo(first);
    assertThat(readings).isEqualTo(2);
  }
}
