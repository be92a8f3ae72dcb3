package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables cut to their technique in the real shell, with its own create and with Halite's. */
@ExtendWith(SharedCluster.class)
class CreateSaltedIT {
  @RegisterExtension static final ClassShell SHELL = ClassShell.withHalite();

  private final EmbeddedCluster cluster;

  CreateSaltedIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private String run(String commands) throws Exception {
    return SHELL.run(cluster, commands);
  }

  @AfterEach
  void drop() throws Exception {
    run("disable 'cut'\ndrop 'cut'");
  }

  private String starts() throws Exception {
    try (Admin admin = cluster.connection().getAdmin()) {
      List<RegionInfo> regions = admin.getRegions(TableName.valueOf("cut"));
      return String.join(
          " ", regions.stream().map(r -> Bytes.toStringBinary(r.getStartKey())).sorted().toList());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BucketSplit,     5, ' \\x01 \\x02 \\x03 \\x04'",
    "HexSplit,        4, ' 4 8 c'",
    "CapitalHexSplit, 4, ' 4 8 C'",
    "DecimalSplit,    5, ' 2 4 6 8'",
  })
  void stockCreateTakesASplitAlgorithm(String name, int regions, String expected) throws Exception {
    run(
        "create 'cut', 'f', {NUMREGIONS => %d, SPLITALGO => 'io.halite.coprocessor.split.%s'}"
            .formatted(regions, name));
    assertThat(starts()).isEqualTo(expected);
  }

  @Test
  void createSaltedDoesAllAtOnceAndRowKeyShowsSegments() throws Exception {
    assertThat(
            run(
                "create_salted 'cut', 'f', 'key=user:4:digits host:6,salt=reverse(user)',"
                    + " REGIONS => 5"))
        .contains("2 4 6 8");
    assertThat(starts()).isEqualTo(" 2 4 6 8");
    assertThat(run("describe 'cut'"))
        .contains("key=user:4:digits host:6,salt=reverse(user)")
        .contains("'MERGE_ENABLED' => 'false'")
        .contains("GuardedSplitPolicy")
        .contains("'hbase.coprocessor.abortonerror' => 'false'");
    run("put 'cut', \"0042web7\\x00\\x00\", 'f:q', '1'");
    assertThat(run("get 'cut', \"0042web7\\x00\\x00\"")).contains("value=1");
    assertThat(run("row_key 'cut', \"0042web7\\x00\\x00\""))
        .contains("user=0042 host=web7")
        .contains("32 34 30 30 77 65 62 37 00 00");
    String wrong = "create_salted 'cut2', 'f', 'key=a:3,salt=reverse(b)'";
    assertThat(run("begin\n" + wrong + "\nrescue => e\nputs 'said: ' + e.message\nend"))
        .contains("said: salt 'reverse(b)': segment 'b' is not in the layout 'a:3'");
  }

  @Test
  void aFamilyMayHaveAttributesAsForHBasesOwnCreate() throws Exception {
    String families = "[{NAME => 'f', VERSIONS => 5, TTL => 86400}, 'g', :h]";
    run("create_salted 'cut', " + families + ", 'key=row:*,salt=hash(*) % 4'");
    assertThat(run("describe 'cut'"))
        .containsPattern("NAME => 'f'.*VERSIONS => '5'")
        .contains("TTL => '86400 SECONDS")
        .containsPattern("NAME => 'g'.*VERSIONS => '1'")
        .contains("NAME => 'h'");
    String salting = ", 'key=row:*,salt=hash(*) % 4'";
    assertThat(said("create_salted 'cut2', {VERSIONS => 5}" + salting))
        .containsPattern("said: Column family .*VERSIONS.* must have a name");
    assertThat(said("create_salted 'cut2', 5" + salting))
        .contains("said: column family 5 is neither a name nor a dictionary with NAME: write 'f'");
    assertThat(run("exists 'cut2'")).contains("does not exist");
  }

  @Test
  void aFamilyMayChooseItsBlocksByItself() throws Exception {
    String salting = ", 'key=unit:4 ts:8:revtime,salt=hash(unit) % 4'";
    String own = "{NAME => 'f', DATA_BLOCK_ENCODING => 'NONE'}";
    assertThat(run("create_salted 'cut', [" + own + ", 'g']" + salting)).contains("is set");
    assertThat(run("describe 'cut'"))
        .containsPattern("NAME => 'f'.*DATA_BLOCK_ENCODING => 'NONE'")
        .containsPattern("NAME => 'g'.*DATA_BLOCK_ENCODING => 'ROW_INDEX_V1'");
    run("disable 'cut'\ndrop 'cut'");
    assertThat(run("create_salted 'cut', " + own + salting)).doesNotContain("is set");
  }

  @Test
  void aTableWhoseSpecDoesNotDetermineItsSplitsIsCutAtKeysThatAreGiven() throws Exception {
    String create = "create_salted 'cut', 'f', 'key=ts:10:digits host:3,salt=random-suffix % 16'";
    assertThat(said(create))
        .contains("said: 'key=ts:10:digits host:3,salt=random-suffix % 16' cannot be cut")
        .contains("with the option SPLITS of create and create_salted");
    assertThat(run(create + ", SPLITS => ['11', \"1\\xF0\", '1\\x0A', 10]"))
        .contains("1\\x0A 10 11 1\\xF0");
    assertThat(starts()).isEqualTo(" 10 11 1\\x0A 1\\xF0");
    run("put 'cut', '1000000042web', 'f:q', '1'");
    assertThat(run("get 'cut', '1000000042web'")).contains("value=1");
    run("disable 'cut'\ndrop 'cut'\n" + create + ", REGIONS => 1");
    assertThat(starts()).isEmpty();
    for (String wrong : List.of("SPLITS => '10'", "SPLITS => ['10'], REGIONS => 2")) {
      assertThat(said(create.replace("'cut'", "'cut2'") + ", " + wrong))
          .contains("said: SPLITS is not an array of keys, or REGIONS is given with it");
    }
  }

  private String said(String command) throws Exception {
    return run("begin\n" + command + "\nrescue => e\nputs 'said: ' + e.message\nend");
  }

  @Test
  void lettersAreCutShownAndRefusedBeyondZ() throws Exception {
    assertThat(run("create_salted 'cut', 'f', 'key=row:*,salt=hash(*) % 4 letters-'"))
        .contains("b- c- d-");
    assertThat(starts()).isEqualTo(" b- c- d-");
    assertThat(run("describe 'cut'")).contains("key=row:*,salt=hash(*) % 4 letters-");
    assertThat(run("describe_salted 'cut'")).contains("salt=hash(*) % 4 letters-");
    run("put 'cut', 'foo0003', 'f:q', '1'");
    assertThat(run("get 'cut', 'foo0003'")).contains("value=1");
    assertThat(run("row_key 'cut', 'foo0003'")).contains("63 2D·66 6F 6F 30 30 30 33");
    assertThat(run("where_is 'cut', 'foo0003'")).contains("63 2D·66 6F 6F 30 30 30 33");
    String wrong = "create_salted 'cut2', 'f', 'key=row:*,salt=hash(*) % 27 letters'";
    assertThat(run("begin\n" + wrong + "\nrescue => e\nputs 'said: ' + e.message\nend"))
        .contains("said: salt 'hash(*) % 27 letters': 27 buckets have no names in letters");
  }

  @Test
  void paddingIsShownBySegments() throws Exception {
    run("create_salted 'cut', 'f', 'key=host:6:text:x event:2,salt=hash(host) % 4'");
    run("put 'cut', 'web7xxup', 'f:q', '1'");
    run("put 'cut', 'web77xup', 'f:q', '2'");
    assertThat(run("row_key 'cut', 'web7xxup'")).contains("host=web7 event=up");
    assertThat(run("scan 'cut', {ATTRIBUTES => {'halite.where' => 'host = web7'}}"))
        .contains("web7xxup")
        .doesNotContain("web77xup");
  }

  @Test
  void aLayoutThatPutsNewestRowsFirstHasBlocksThatAreSearchedAndTheCommandSaysWhy()
      throws Exception {
    String create = "create_salted 'cut', 'f', 'key=unit:4 ts:8:revtime,salt=hash(unit) % 4'";
    assertThat(run(create))
        .contains(
            "DATA_BLOCK_ENCODING => 'ROW_INDEX_V1' is set: segment ts puts newest rows first");
    assertThat(run("describe 'cut'")).contains("DATA_BLOCK_ENCODING => 'ROW_INDEX_V1'");
    run("disable 'cut'\ndrop 'cut'");
    assertThat(run(create + ", DATA_BLOCK_ENCODING => 'NONE'")).doesNotContain("is set");
    assertThat(run("describe 'cut'")).contains("DATA_BLOCK_ENCODING => 'NONE'");
    String wrong = create.replace("cut", "cut2") + ", DATA_BLOCK_ENCODING => 'SOME'";
    assertThat(run("begin\n" + wrong + "\nrescue => e\nputs 'said: ' + e.message\nend"))
        .contains("said: DATA_BLOCK_ENCODING 'SOME': it must be one of");
  }

  @Test
  void rowsAreFoundFilledAndSweptByTheirIndex() throws Exception {
    run(
        "create_salted 'cut', 'f', 'key=shop:4 order:6:digits,salt=hash(shop) % 4,"
            + "index=byOrder(order) % 2 byBuyer(f:buyer)'");
    assertThat(starts()).as("one region a bucket").isEqualTo(" \\x01 \\x02 \\x03");
    assertThat(run("describe_salted 'cut'"))
        .contains("byBuyer(f:buyer), kept in table 'cut-byBuyer'")
        .contains("byOrder(order) % 2, kept in table 'cut-byOrder'");
    assertThat(run("describe 'cut-byOrder'")).contains("'halite.index.buckets' => '2'");
    assertThat(run("list_regions 'cut-byOrder'")).contains("2 rows");
    run("put 'cut', 'SHOP000042', 'f:buyer', 'ann'");
    run("put 'cut', 'SHOP000043', 'f:buyer', 'ann'");
    assertThat(run("get 'cut', '000042', {ATTRIBUTES => {'halite.index' => 'byOrder'}}"))
        .contains("f:buyer")
        .contains("value=ann");
    assertThat(run("find_by 'cut', 'byBuyer', 'ann'"))
        .contains("SHOP 000042")
        .contains("SHOP 000043")
        .contains("2 row(s)");
    assertThat(run("find_by 'cut', 'byBuyer', 'ann', LIMIT => 1"))
        .contains("SHOP 000042")
        .doesNotContain("SHOP 000043");
    assertThat(run("find_by 'cut', 'byOrder', '', FROM => '000043', TO => '00005'"))
        .contains("SHOP 000043")
        .contains("1 row(s)");
    assertThat(run("find_by 'cut', 'byBuyer', '', PREFIX => 'an'")).contains("2 row(s)");
    assertThat(run("scan 'cut', {ATTRIBUTES => {'halite.index' => 'byOrder: [000042, 000043)'}}"))
        .contains("SHOP000042")
        .contains("1 row(s)");
    String both = "find_by 'cut', 'byBuyer', '', PREFIX => 'an', TO => 'b'";
    assertThat(run("begin\n" + both + "\nrescue => e\nputs 'said: ' + e.message\nend"))
        .contains("said: PREFIX 'an' is given with FROM or TO");
    String other = "find_by 'cut', 'byBuyer', '', UNTIL => 'b'";
    assertThat(
            run(
                "begin\n"
                    + other.replace("UNTIL", "'UNTIL'")
                    + "\nrescue => e\nputs 'said: ' + e.message\nend"))
        .contains("said: 'UNTIL' is not an option of find_by; its options are FROM, TO, PREFIX");
    assertThat(run("fill_index 'cut', 'byOrder'")).contains("2 entries made");
    assertThat(run("sweep_index 'cut', 'byBuyer'"))
        .contains("2 entries read, 0 swept, 2 younger than 10 minutes left");
    String wrong = "find_by 'cut', 'byName', 'x'";
    assertThat(run("begin\n" + wrong + "\nrescue => e\nputs 'said: ' + e.message\nend"))
        .contains("said: index 'byName' is not one of [byOrder(order) % 2, byBuyer(f:buyer)]");
    run("disable 'cut-byOrder'\ndrop 'cut-byOrder'\ndisable 'cut-byBuyer'\ndrop 'cut-byBuyer'");
  }

  @Test
  void rowsWhoseKeysPrintAlikeAreCountedOneByOne() throws Exception {
    run("create_salted 'cut', 'f', 'key=u~: r:*,salt=hash(u) % 4,index=byQ(f:q)'");
    run("put 'cut', 'a b:c', 'f:q', 'v'\nput 'cut', 'a:b c', 'f:q', 'v'");
    run("put 'cut', 'a:b c', 'f:p', 'w'");
    String found = run("find_by 'cut', 'byQ', 'v'");
    assertThat(found).contains("value=w").contains("2 row(s)");
    assertThat(found.split("a b c", -1)).as("a line for each cell").hasSize(4);
    run("disable 'cut-byQ'\ndrop 'cut-byQ'");
  }

  @Test
  void anIndexTableThatIsLeftIsNamedUnlessItsTableLives() throws Exception {
    String create = "create_salted 'cut', 'f', 'key=order:6,salt=hash(*) % 4,index=byOrder(order)'";
    run(create);
    assertThat(said(create)).contains("Table already exists: cut!").doesNotContain("drop it");
    run("disable 'cut-byOrder'\ndrop 'cut-byOrder'");
    run("create 'left-byOrder', 'i'");
    String left = "create_salted 'left', 'f', 'key=order:6,salt=hash(*) % 4,index=byOrder(order)'";
    assertThat(run("begin\n" + left + "\nrescue => e\nputs 'said: ' + e.message\nend"))
        .contains("nothing was created: the index table 'left-byOrder' exists already");
    assertThat(run("exists 'left'")).contains("does not exist");
    run("disable 'left-byOrder'\ndrop 'left-byOrder'");
  }
}
