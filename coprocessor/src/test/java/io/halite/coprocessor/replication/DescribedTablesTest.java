package io.halite.coprocessor.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableDescriptors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.FSTableDescriptors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescribedTablesTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final String SALTED = "key=row:*,salt=hash(*) % 16";
  private static final String PLAIN = "key=row:*,salt=none";

  private final Configuration site = new Configuration(false);
  @TempDir private java.nio.file.Path root;
  private TableDescriptors onDisk;

  @BeforeEach
  void start() throws IOException {
    onDisk =
        new FSTableDescriptors(FileSystem.getLocal(new Configuration()), new Path(root.toUri()));
  }

  private boolean isSalted() throws IOException {
    return new DescribedTables(onDisk, site).isSalted(TABLE);
  }

  /** Describes the table with values between its own name and the next, such as an attribute. */
  private boolean isSaltedBy(String... namesAndValues) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TABLE);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      table.setValue(namesAndValues[i], namesAndValues[i + 1]);
    }
    onDisk.update(table.build(), false);
    return isSalted();
  }

  @Test
  void aTableWithASpecIsSalted() throws IOException {
    assertThat(isSaltedBy()).isFalse();
    assertThat(isSaltedBy("coprocessor$1", TableAttributes.salting(SALTED))).isTrue();
  }

  /** HBase answers null, both where the table was dropped and where its file cannot be read. */
  @Test
  void aTableWhoseDescriptorIsNotThereMayBeSalted() throws IOException {
    assertThatThrownBy(this::isSalted)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("table 't' has no descriptor that this server can read")
        .hasMessageContaining("exclude it from the peer");
    isSaltedBy("coprocessor$1", TableAttributes.salting(SALTED));
    onDisk =
        new FSTableDescriptors(FileSystem.getLocal(new Configuration()), new Path(root.toUri()));
    java.nio.file.Path described = root.resolve("data/default/t/.tabledesc");
    try (var files = Files.list(described)) {
      for (java.nio.file.Path file : files.filter(each -> !Files.isDirectory(each)).toList()) {
        Files.write(file, new byte[] {1});
      }
    }
    assertThatThrownBy(this::isSalted).isInstanceOf(IOException.class);
  }

  @Test
  void aTableWithoutSaltIsNotSalted() throws IOException {
    assertThat(isSaltedBy("coprocessor$1", TableAttributes.salting(PLAIN))).isFalse();
    assertThat(isSaltedBy("coprocessor$1", TableAttributes.salting(PLAIN), "halite.spec", PLAIN))
        .isFalse();
    assertThat(isSaltedBy("halite.spec", PLAIN)).isFalse();
  }

  @Test
  void aTableIsSaltedByTheSpecOfTheSite() throws IOException {
    site.set("halite.default.spec", SALTED);
    assertThat(isSaltedBy()).isTrue();
    assertThat(isSaltedBy("coprocessor$1", TableAttributes.salting(PLAIN))).isFalse();
  }

  @Test
  void aTableWhoseRowsWereSaltedOrWhoseSpecIsWrongIsSalted() throws IOException {
    assertThat(isSaltedBy("halite.spec", SALTED)).isTrue();
    assertThat(isSaltedBy("coprocessor$1", TableAttributes.salting(PLAIN), "halite.spec", SALTED))
        .isTrue();
    assertThat(isSaltedBy("halite.spec", "key=row:*,salt=hsh(*)")).isTrue();
    assertThat(isSaltedBy("coprocessor$1", TableAttributes.salting("key=row:*,salt=hsh(*)")))
        .isTrue();
  }
}
