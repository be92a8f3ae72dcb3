package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.table.TableAttributes;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitPolicy;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RegionGuardTest {
  private static final String SALTING = TableAttributes.salting("key=row:*,salt=hash(*) % 4");
  private static final TableDescriptor PLAIN = table("t").build();
  private static final TableDescriptor SALTED =
      table("t").setValue("coprocessor$1", SALTING).build();
  private static final TableDescriptor OF_A_JAR =
      table("t").setValue("coprocessor$1", "hdfs:///halite.jar" + SALTING).build();
  private static final TableDescriptor GUARDED =
      TableDescriptorBuilder.newBuilder(SALTED)
          .setRegionSplitPolicyClassName(TableAttributes.GUARDED_SPLIT_POLICY)
          .setValue(TableAttributes.ABORT_ON_ERROR, "false")
          .build();

  private static TableDescriptorBuilder table(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
  }

  private static TableDescriptorBuilder copy(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table);
  }

  @Test
  void aTableThatIsCreatedSaltedOrBecomesSaltedHasTheGuardOfCreateSalted() {
    assertThat(RegionGuard.ofNew(SALTED)).isEqualTo(GUARDED);
    assertThat(RegionGuard.ofAltered(PLAIN, SALTED)).isEqualTo(GUARDED);
    assertThat(RegionGuard.ofAltered(OF_A_JAR, SALTED)).as("no jar any more").isEqualTo(GUARDED);
    assertThat(RegionGuard.ofNew(GUARDED)).isEqualTo(GUARDED);
  }

  @Test
  void aTableWhoseAttributeNamesAJarIsServedByServersWithoutTheClassAndHasNoGuard() {
    assertThat(RegionGuard.ofNew(OF_A_JAR)).isEqualTo(OF_A_JAR);
    assertThat(RegionGuard.ofAltered(PLAIN, OF_A_JAR)).isEqualTo(OF_A_JAR);
    TableDescriptor moved =
        copy(GUARDED).setValue("coprocessor$1", "hdfs:///halite.jar" + SALTING).build();
    assertThat(RegionGuard.ofAltered(GUARDED, moved)).isEqualTo(OF_A_JAR);
  }

  @Test
  void theGuardGoesWithTheSalt() {
    TableDescriptor unset = copy(GUARDED).removeValue(Bytes.toBytes("coprocessor$1")).build();
    assertThat(RegionGuard.ofAltered(GUARDED, unset)).isEqualTo(PLAIN);
    assertThat(RegionGuard.ofAltered(GUARDED, PLAIN)).as("all unset by hand").isEqualTo(PLAIN);
  }

  @Test
  void whatTheAdministratorChoseStays() {
    TableDescriptor own = copy(SALTED).setRegionSplitPolicyClassName("x.OwnPolicy").build();
    assertThat(RegionGuard.ofNew(own)).as("a policy of its own").isEqualTo(own);
    TableDescriptor plainOwn = copy(PLAIN).setRegionSplitPolicyClassName("x.OwnPolicy").build();
    assertThat(RegionGuard.ofAltered(own, plainOwn)).isEqualTo(plainOwn);
    TableDescriptor aborting =
        copy(SALTED).setValue(TableAttributes.ABORT_ON_ERROR, "true").build();
    assertThat(RegionGuard.ofNew(aborting)).as("servers are to abort").isEqualTo(aborting);
    assertThat(RegionGuard.ofAltered(GUARDED, SALTED)).as("taken off").isEqualTo(SALTED);
    assertThat(RegionGuard.ofAltered(SALTED, SALTED)).as("salted before").isEqualTo(SALTED);
  }

  /** Where the observer cannot be loaded, HBase would open the regions without it. */
  @Test
  void whoReplacesTheSplitPolicyLeavesNoHalfOfTheGuard() {
    TableDescriptor own = copy(GUARDED).setRegionSplitPolicyClassName("x.OwnPolicy").build();
    assertThat(RegionGuard.ofAltered(GUARDED, own))
        .isEqualTo(copy(SALTED).setRegionSplitPolicyClassName("x.OwnPolicy").build());
    TableDescriptor unset =
        copy(GUARDED).removeValue(Bytes.toBytes(TableDescriptorBuilder.SPLIT_POLICY)).build();
    assertThat(RegionGuard.ofAltered(GUARDED, unset)).isEqualTo(SALTED);
    TableDescriptor chosen = copy(own).setValue(TableAttributes.ABORT_ON_ERROR, "false").build();
    assertThat(RegionGuard.ofAltered(own, chosen)).as("set by hand").isEqualTo(chosen);
  }

  /** HBase would unload them after an exception, and aborts the server without the guard. */
  @Test
  void aTableWithCoprocessorsOfOthersKeepsHBasesDefaultForThem() throws Exception {
    TableDescriptor mixed = copy(SALTED).setCoprocessor("x.Audit").build();
    assertThat(RegionGuard.ofNew(mixed)).isEqualTo(mixed);
    TableDescriptor ours =
        copy(SALTED).setCoprocessor("io.halite.coprocessor.latest.LatestEndpoint").build();
    assertThat(RegionGuard.ofNew(ours).getRegionSplitPolicyClassName())
        .isEqualTo(TableAttributes.GUARDED_SPLIT_POLICY);
    TableDescriptor audited = copy(GUARDED).setCoprocessor("x.Audit").build();
    assertThat(RegionGuard.ofAltered(GUARDED, audited)).isEqualTo(mixed);
  }

  /** HBase would unload the access controller there too, and nothing of Halite would refuse. */
  @Test
  void aTableWithoutSaltKeepsHBasesDefault() {
    TableDescriptor unsalted =
        table("t")
            .setValue("coprocessor$1", TableAttributes.salting("key=row:*,salt=none"))
            .build();
    assertThat(RegionGuard.ofNew(unsalted)).isEqualTo(unsalted);
    assertThat(RegionGuard.ofAltered(PLAIN, unsalted)).isEqualTo(unsalted);
    TableDescriptor guarded =
        copy(GUARDED)
            .setValue("coprocessor$1", TableAttributes.salting("key=row:*,salt=none"))
            .build();
    assertThat(RegionGuard.ofAltered(GUARDED, guarded)).isEqualTo(unsalted);
  }

  @Test
  void plainTablesSystemTablesAndMalformedAttributesAreLeftAlone() {
    assertThat(RegionGuard.ofNew(PLAIN)).isEqualTo(PLAIN);
    TableDescriptor system = table("hbase:acl").setValue("coprocessor$1", SALTING).build();
    assertThat(RegionGuard.ofNew(system)).isEqualTo(system);
    TableDescriptor malformed =
        table("t").setValue("coprocessor$1", TableAttributes.SALTING_OBSERVER).build();
    assertThat(RegionGuard.ofNew(malformed)).isEqualTo(malformed);
    assertThat(RegionGuard.ofAltered(malformed, SALTED)).isEqualTo(GUARDED);
  }

  /** HBase itself looks at the policy that the table names, and that is the guard. */
  @Test
  void aPolicyBehindTheGuardThatCannotBeLoadedIsRefusedInHBasesWords() throws Exception {
    Configuration site = new Configuration(false);
    String key = "hbase.regionserver.region.split.policy";
    TableDescriptor mistyped = copy(GUARDED).setValue(key, "x.Polcy").build();
    assertThatThrownBy(() -> RegionGuard.check(site, mistyped))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(
            "Unable to load configured region split policy 'x.Polcy' for table 't'")
        .hasMessageContaining("correct " + key);
    RegionGuard.check(site, GUARDED);
    RegionGuard.check(site, copy(SALTED).setValue(key, "x.Polcy").build());
    RegionGuard.check(site, copy(mistyped).setValue("hbase.table.sanity.checks", "false").build());
    site.set(key, "x.Polcy");
    assertThatThrownBy(() -> RegionGuard.check(site, GUARDED)).hasMessageContaining("'x.Polcy'");
    String right = KeyPrefixRegionSplitPolicy.class.getName();
    RegionGuard.check(site, copy(GUARDED).setValue(key, right).build());
  }
}
