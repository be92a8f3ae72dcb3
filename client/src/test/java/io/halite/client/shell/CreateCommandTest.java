package io.halite.client.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.Scripted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Test;

/** What the command says when not all of its tables can be created. */
class CreateCommandTest {
  private static final String SPEC =
      "key=shop:4 order:6,salt=hash(*) % 2,index=byOrder(order) % 2 byShop(shop)";

  private final List<String> created = new ArrayList<>();

  private List<String> create(String existing, String failing) throws IOException {
    Admin admin =
        Scripted.of(
            Admin.class,
            (call, given) -> {
              switch (call) {
                case "tableExists":
                  return given[0].toString().matches(existing);
                case "createTable":
                  String name = ((TableDescriptor) given[0]).getTableName().toString();
                  if (name.equals(failing)) {
                    throw new IOException(
                        "the master has gone\n\tat x", new IOException("the root"));
                  }
                  created.add(name);
                  return null;
                default:
                  return null;
              }
            });
    return CreateCommand.create(
        Scripted.of(Connection.class, (call, given) -> admin),
        "t",
        List.of(NewFamily.of("f")),
        SPEC,
        Cuts.usual(),
        null);
  }

  @Test
  void ofATableThatExistsNoIndexTableIsToBeDropped() {
    assertThatThrownBy(() -> create("t.*", "")).isInstanceOf(TableExistsException.class);
    assertThat(created).isEmpty();
  }

  @Test
  void anIndexTableThatIsLeftOfAnotherTableIsNamed() {
    assertThatThrownBy(() -> create("t-byShop", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing was created: the index table 't-byShop' exists already");
    assertThat(created).isEmpty();
  }

  @Test
  void indexTablesThatCannotBeCreatedAreGivenAsCommands() {
    assertThatThrownBy(() -> create("nothing", "t-byShop"))
        .as("the shell prints the root of an exception alone")
        .hasNoCause()
        .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("\n"))
        .hasMessageContaining("table 't' was created, but index tables of it are missing")
        .hasMessageContaining("create 't-byShop', 'i', METADATA")
        .hasMessageContaining("the master has gone")
        .hasMessageNotContaining("'t-byOrder'");
    assertThat(created).containsExactly("t", "t-byOrder");
  }
}
