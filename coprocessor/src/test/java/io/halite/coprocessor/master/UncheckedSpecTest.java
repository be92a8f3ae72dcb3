package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** Tables with rows whose metadata does not say under which spec these are stored. */
class UncheckedSpecTest {
  private static final String FOUR = "key=row:*,salt=hash(*) % 4";
  private static final String EIGHT = "key=row:*,salt=hash(*) % 8";
  private static final TableDescriptor PLAIN =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).build();
  private static final TableDescriptor SALTED = salted(FOUR);
  private static final TableDescriptor WIDER = salted(EIGHT);
  private static final SpecRules.Rows ENABLED = new Rows(false, false);
  private static final SpecRules.Rows DISABLED = new Rows(true, false);

  private final Configuration site = new Configuration(false);
  private final SpecRules rules = new SpecRules(site);

  private record Rows(boolean isDisabled, boolean isEmpty) implements SpecRules.Rows {}

  private static TableDescriptor salted(String spec) {
    return with(PLAIN, "coprocessor$1", TableAttributes.salting(spec));
  }

  private static TableDescriptor with(TableDescriptor table, String key, String value) {
    return TableDescriptorBuilder.newBuilder(table).setValue(key, value).build();
  }

  private static TableDescriptor altered(TableDescriptor table) {
    return with(table, "MAX_FILESIZE", "100000000");
  }

  /** The attribute of the wider spec may have been set while the master had no observer. */
  @Test
  void anAlterOfSomethingElseVouchesForNoSpec() throws Exception {
    assertThat(rules.remembering(WIDER, altered(WIDER), ENABLED)).isEqualTo(altered(WIDER));
    assertThat(rules.remembering(WIDER, altered(WIDER), DISABLED)).isEqualTo(altered(WIDER));
    TableDescriptor indexed = salted(EIGHT + ",index=byRow(row)");
    assertThat(rules.remembering(WIDER, indexed, DISABLED)).isEqualTo(indexed);
    assertThatThrownBy(() -> rules.checkChange(altered(WIDER), SALTED, DISABLED))
        .hasMessageContaining("say so: alter 't', METADATA => {'halite.spec' => '" + FOUR + "'}");
    TableDescriptor vouched = with(WIDER, "halite.spec", FOUR);
    rules.checkChange(altered(WIDER), vouched, DISABLED);
    rules.checkChange(rules.remembering(WIDER, vouched, DISABLED), SALTED, DISABLED);
  }

  /** Such as one whose regions do not open: the alter may be the cure. */
  @Test
  void aTableThatCannotBeReadRemembersNothing() throws Exception {
    SpecRules.Rows closed =
        new SpecRules.Rows() {
          @Override
          public boolean isDisabled() {
            return false;
          }

          @Override
          public boolean isEmpty() throws IOException {
            throw new NotServingRegionException("no region is open");
          }
        };
    assertThat(rules.remembering(WIDER, altered(WIDER), closed)).isEqualTo(altered(WIDER));
  }

  @Test
  void anEmptyTableRemembersTheSpecAtItsNextAlter() throws Exception {
    assertThat(
            rules.remembering(WIDER, altered(WIDER), new Rows(false, true)).getValue("halite.spec"))
        .isEqualTo(EIGHT);
  }

  @Test
  void aTableWithRowsThatTheSiteSaltsFromNowOnRemembersNothing() throws Exception {
    site.set("halite.default.spec", FOUR);
    assertThat(rules.remembering(PLAIN, altered(PLAIN), ENABLED)).isEqualTo(altered(PLAIN));
  }

  @Test
  void onlyOfADisabledTableAnAdministratorSaysAnotherSpecThanItsOwn() throws Exception {
    assertThat(rules.remembering(WIDER, with(WIDER, "halite.spec", FOUR), ENABLED))
        .isEqualTo(WIDER);
    TableDescriptor vouched = with(WIDER, "halite.spec", EIGHT);
    assertThat(rules.remembering(WIDER, vouched, ENABLED)).isEqualTo(vouched);
  }

  @Test
  void aMemoryThatIsWrongCanBeCorrected() throws Exception {
    TableDescriptor wrong = with(WIDER, "halite.spec", EIGHT);
    assertThatThrownBy(() -> rules.checkChange(wrong, SALTED, DISABLED))
        .hasMessageContaining("halite.spec says '" + EIGHT + "'")
        .hasMessageContaining("say so: alter 't', METADATA => {'halite.spec' => '" + FOUR + "'}");
    TableDescriptor corrected = with(WIDER, "halite.spec", FOUR);
    rules.checkChange(wrong, corrected, DISABLED);
    rules.checkChange(rules.remembering(wrong, corrected, DISABLED), SALTED, DISABLED);
  }
}
