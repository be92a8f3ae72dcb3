package io.halite.coprocessor.master;

import static io.halite.coprocessor.master.Flights.NAME;
import static io.halite.coprocessor.master.Flights.PLAIN;
import static io.halite.coprocessor.master.Flights.lost;
import static io.halite.coprocessor.master.Flights.salted;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** Which snapshots are cloned and restored. */
class SnapshotRulesTest {
  private static final SnapshotDescription SHOT = new SnapshotDescription("shot", NAME);
  private static final TableDescriptor SALTED = salted("salt=hash(*) % 16");
  private static final TableDescriptor WIDER = salted("salt=hash(*) % 32");
  private static final TableDescriptor WRONG = salted("salt=hash(*) % 300");

  private final Configuration site = new Configuration(false);
  private final SnapshotRules rules = new SnapshotRules(site);

  private void restore(TableDescriptor current, TableDescriptor snapshot) throws Exception {
    rules.checkRestore(SHOT, current, snapshot);
  }

  @Test
  void aSnapshotOfAnotherSpecIsNotRestored() throws Exception {
    restore(SALTED, SALTED);
    restore(null, SALTED);
    for (TableDescriptor other : new TableDescriptor[] {PLAIN, WIDER}) {
      assertThatThrownBy(() -> restore(SALTED, other))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("'clone_snapshot' into another table");
    }
  }

  @Test
  void aSnapshotOfAnotherIndexOrScanModeIsRestoredAfterAnAlterThatKeepsTheRows() throws Exception {
    TableDescriptor indexed = salted("key=row:*,salt=hash(*) % 16,index=byRow(row)");
    TableDescriptor scattered = salted("salt=reverse(row)");
    TableDescriptor passes = salted("salt=reverse(row),scan=passes");
    TableDescriptor[][] pairs = {
      {lost(SALTED), lost(indexed)}, {lost(indexed), lost(SALTED)}, {scattered, passes}
    };
    for (TableDescriptor[] pair : pairs) {
      assertThatThrownBy(() -> restore(pair[0], pair[1]))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("rows are stored alike under both")
          .hasMessageContaining("'alter' the disabled table")
          .hasMessageNotContaining("how clients' keys are stored");
      new SpecRules(site).checkChange(pair[0], pair[1], new DisabledRows());
      restore(pair[1], pair[1]);
    }
    assertThatThrownBy(() -> restore(SALTED, WIDER))
        .hasMessageContaining("how clients' keys are stored")
        .hasMessageNotContaining("alike");
  }

  private record DisabledRows() implements SpecRules.Rows {
    @Override
    public boolean isDisabled() {
      return true;
    }

    @Override
    public boolean isEmpty() {
      return false;
    }
  }

  @Test
  void aRefusedRestoreOfATableThatLostItsObserverIsRolledBack() throws Exception {
    restore(lost(PLAIN), lost(PLAIN));
    restore(lost(PLAIN), PLAIN);
    restore(lost(WRONG), lost(WRONG));
  }

  /** The cure that a refused clone names: such a table serves nobody before it is corrected. */
  @Test
  void aSnapshotThatMustNotServeIsRestoredToATableOfTheSameRowsThatMustNotEither()
      throws Exception {
    restore(lost(PLAIN), lost(WIDER));
    restore(lost(WIDER), lost(WIDER));
    restore(lost(WIDER), lost(PLAIN));
  }

  @Test
  void aSnapshotThatLostItsObserverIsRestoredToNoOtherTable() {
    // A table that is not there, a plain one, a salted one, one whose spec is refused.
    for (TableDescriptor table : Arrays.asList(null, PLAIN, SALTED, lost(SALTED), lost(WRONG))) {
      assertThatThrownBy(() -> restore(table, lost(PLAIN)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("snapshot 'shot' of table 'flights' has no spec, but its rows");
    }
  }

  @Test
  void aSaltedSnapshotIsNotRestoredToATableThatLostItsObserver() {
    assertThatThrownBy(() -> restore(lost(PLAIN), SALTED))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("has no spec and the snapshot 'key=row:*,salt=hash(*) % 16'");
  }

  @Test
  void aSnapshotThatMustNotServeIsNotCloned() throws Exception {
    for (TableDescriptor snapshot : new TableDescriptor[] {lost(PLAIN), lost(WIDER)}) {
      TableDescriptor clone = TableDescriptorBuilder.copy(TableName.valueOf("cloned"), snapshot);
      assertThatThrownBy(() -> rules.checkClone(SHOT, clone))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("snapshot 'shot' of table 'flights' has")
          .hasMessageContaining("its rows are stored under 'key=row:*,salt=hash(*) % 16'")
          .hasMessageContaining("alter 'flights', METADATA => {'halite.spec' =>")
          .hasMessageContaining("restore_snapshot 'shot'")
          .hasMessageNotContaining("cloned");
    }
    for (TableDescriptor served : new TableDescriptor[] {PLAIN, SALTED, lost(SALTED), WRONG}) {
      assertThatCode(() -> rules.checkClone(SHOT, served)).doesNotThrowAnyException();
    }
  }
}
