package io.halite.coprocessor.master;

import static io.halite.coprocessor.master.Flights.PLAIN;
import static io.halite.coprocessor.master.Flights.lost;
import static io.halite.coprocessor.master.Flights.salted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What the master holds against the spec in a table's metadata, its replicas and families. */
class SpecOfRowsTest {
  private static final TableDescriptor SALTED = ofBuckets(16);
  private static final TableDescriptor WIDER = ofBuckets(32);
  private static final TableDescriptor WRONG = ofBuckets(300);
  private static final SpecRules.Rows ENABLED = new Rows(false, false);
  private static final SpecRules.Rows ENABLED_EMPTY = new Rows(false, true);
  private static final SpecRules.Rows DISABLED = new Rows(true, false);

  private final SpecRules rules = new SpecRules(new Configuration(false));

  private record Rows(boolean isDisabled, boolean isEmpty) implements SpecRules.Rows {}

  private static TableDescriptor ofBuckets(int buckets) {
    return salted("salt=hash(*) % " + buckets);
  }

  @Test
  void aDisabledTableReturnsToTheSpecOfItsRows() throws Exception {
    rules.checkChange(lost(WIDER), SALTED, DISABLED);
    rules.checkChange(lost(WRONG), SALTED, DISABLED);
    assertThat(rules.remembering(lost(WIDER), SALTED, DISABLED)).isEqualTo(lost(SALTED));
    assertThatThrownBy(() -> rules.checkChange(lost(WRONG), WIDER, DISABLED))
        .hasMessageContaining("'truncate' this one first");
    // An alter of something else forgets nothing.
    rules.checkChange(lost(WIDER), WIDER, DISABLED);
    assertThat(rules.remembering(lost(WIDER), WIDER, DISABLED)).isEqualTo(lost(WIDER));
  }

  /** It was salted before the master had the observer. */
  @Test
  void aTableWithoutItsSpecInTheMetadataGetsItWhenItsObserverGoes() throws Exception {
    TableDescriptor unset = rules.remembering(SALTED, PLAIN, DISABLED);
    assertThat(unset.getValue("halite.spec")).isEqualTo("key=row:*,salt=hash(*) % 16");
    assertThatThrownBy(() -> rules.checkServing(unset))
        .hasMessageContaining("salted under 'key=row:*,salt=hash(*) % 16'");
    assertThat(rules.remembering(SALTED, PLAIN, ENABLED_EMPTY)).isEqualTo(PLAIN);
    TableDescriptor forgetful = rules.remembering(unset, PLAIN, DISABLED);
    assertThat(forgetful.getValue("halite.spec")).as("unset by an administrator").isNull();
  }

  /** As a tool does that makes descriptors by itself, to change something else. */
  @Test
  void aDescriptorMadeFromNothingDoesNotForgetTheSpec() throws Exception {
    TableDescriptor known = rules.remembering(SALTED);
    TableDescriptor rebuilt = rules.remembering(known, PLAIN, DISABLED);
    assertThat(rebuilt.getValue("halite.spec")).isEqualTo("key=row:*,salt=hash(*) % 16");
    assertThatThrownBy(() -> rules.checkServing(rebuilt))
        .hasMessageContaining("salted under 'key=row:*,salt=hash(*) % 16'");
    assertThat(rules.remembering(rebuilt, PLAIN, DISABLED))
        .as("after a second alter, which unsets the value alone")
        .isEqualTo(PLAIN);
  }

  @Test
  void aTableOfNaturalKeysIsServedWithoutItsObserver() throws Exception {
    TableDescriptor none = salted("key=row:*,salt=none");
    assertThat(rules.remembering(none, PLAIN, DISABLED)).isEqualTo(PLAIN);
    rules.checkServing(
        TableDescriptorBuilder.newBuilder(PLAIN)
            .setValue("halite.spec", "key=row:*,salt=none")
            .build());
  }

  @Test
  void anAdministratorVouchesForTheRowsOfADisabledTable() throws Exception {
    rules.checkChange(PLAIN, lost(SALTED), DISABLED);
    assertThat(rules.remembering(PLAIN, lost(SALTED), DISABLED)).isEqualTo(lost(SALTED));
    rules.checkChange(WIDER, lost(WIDER), DISABLED);
    assertThat(rules.remembering(WIDER, lost(WIDER), DISABLED)).isEqualTo(lost(WIDER));
    assertThatThrownBy(() -> rules.checkChange(PLAIN, lost(WIDER), DISABLED))
        .hasMessageContaining("'truncate' this one first");
    assertThatThrownBy(() -> rules.checkChange(PLAIN, lost(SALTED), ENABLED))
        .hasMessageContaining("'disable' the table first");
  }

  @Test
  void aTableUnderAnotherSpecThanThatOfItsRowsIsNotServed() throws Exception {
    rules.checkServing(lost(SALTED));
    assertThatThrownBy(() -> rules.checkServing(lost(WIDER)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("its rows are stored under 'key=row:*,salt=hash(*) % 16'");
  }

  @Test
  void aSaltedTableHasNoRegionReplicas() throws Exception {
    TableDescriptor replicated =
        TableDescriptorBuilder.newBuilder(SALTED).setRegionReplication(2).build();
    TableDescriptor plain =
        TableDescriptorBuilder.newBuilder(PLAIN).setRegionReplication(2).build();
    rules.checkCreation(plain, null);
    assertThatThrownBy(() -> rules.checkCreation(replicated, null))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("set REGION_REPLICATION => 1");
    assertThatThrownBy(() -> rules.checkChange(SALTED, replicated, DISABLED))
        .hasMessageContaining("set REGION_REPLICATION => 1");
    assertThatThrownBy(() -> rules.checkChange(plain, replicated, ENABLED_EMPTY))
        .hasMessageContaining("set REGION_REPLICATION => 1");
    // It was created without this master: other changes are accepted, and above all the cure.
    rules.checkChange(replicated, replicated, ENABLED);
    rules.checkChange(replicated, SALTED, ENABLED);
  }

  private static TableDescriptor with(TableDescriptor table, String name, boolean ordered) {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setNewVersionBehavior(ordered)
            .build();
    return TableDescriptorBuilder.newBuilder(table)
        .removeColumnFamily(family.getName())
        .setColumnFamily(family)
        .build();
  }

  @Test
  void aFamilyWithNewVersionBehaviorNeedsItsRowsInOnePlace() throws Exception {
    for (String salt : new String[] {"random % 16", "random-suffix % 16"}) {
      TableDescriptor random = salted("key=row:4,salt=" + salt);
      TableDescriptor unordered = with(with(random, "e", false), "f", false);
      TableDescriptor ordered = with(unordered, "f", true);
      rules.checkCreation(unordered, null);
      rules.checkChange(random, unordered, ENABLED);
      assertThatThrownBy(() -> rules.checkCreation(ordered, null))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("family 'f' of table 'flights' has NEW_VERSION_BEHAVIOR")
          .hasMessageContaining("but salt '" + salt + "' keeps a row in many places")
          .hasMessageContaining("salt by 'hash(*) % N'")
          .hasMessageContaining("set NEW_VERSION_BEHAVIOR => 'false'");
      // A family is added, one is modified, and a plain table is salted.
      for (TableDescriptor before :
          new TableDescriptor[] {random, unordered, with(PLAIN, "f", true)}) {
        assertThatThrownBy(() -> rules.checkChange(before, ordered, ENABLED_EMPTY))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("family 'f' of table 'flights' has NEW_VERSION_BEHAVIOR");
      }
      assertThatThrownBy(() -> rules.checkChange(ordered, with(ordered, "g", true), ENABLED))
          .hasMessageContaining("family 'g' of table 'flights' has NEW_VERSION_BEHAVIOR");
      // It was created without this master: other changes are accepted, and above all the cure.
      rules.checkChange(ordered, with(ordered, "g", false), ENABLED);
      rules.checkChange(ordered, unordered, ENABLED);
    }
    rules.checkCreation(with(SALTED, "f", true), null);
    rules.checkCreation(with(PLAIN, "f", true), null);
  }
}
