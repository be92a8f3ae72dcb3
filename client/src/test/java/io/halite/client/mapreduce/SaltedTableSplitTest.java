package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.Test;

class SaltedTableSplitTest {
  private static final KeyRange NATURAL = KeyRange.of(new byte[] {0x61}, new byte[] {0x63});
  private static final KeyRange STORED = KeyRange.of(new byte[] {1, 0x61}, new byte[] {1, 0x63});
  private static final SaltedTableSplit SPLIT =
      SaltedTableSplit.ofStored(
          "t", "key=row:*,salt=hash(*) % 4", NATURAL, List.of(STORED), "host1", 7);

  private static byte[] written(SaltedTableSplit split) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    split.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static SaltedTableSplit read(byte[] bytes) throws IOException {
    SaltedTableSplit split = new SaltedTableSplit();
    split.readFields(new DataInputStream(new ByteArrayInputStream(bytes)));
    return split;
  }

  @Test
  void saysWhatItIs() {
    assertThat(SPLIT)
        .hasToString(
            "split of 't' under key=row:*,salt=hash(*) % 4: stored keys [01 61, 01 63) of the"
                + " natural range [61, 63), at host1");
    assertThat(SaltedTableSplit.ofNatural("t", NATURAL, "", 7))
        .hasToString("split of 't': natural keys [61, 63) by gateways");
  }

  @Test
  void travelsWhole() throws Exception {
    SaltedTableSplit read = read(written(SPLIT));
    assertThat(read).hasToString(SPLIT.toString());
    assertThat(read.ranges()).containsExactly(STORED);
    assertThat(read.natural()).isEqualTo(NATURAL);
    assertThat(read.getLength()).isEqualTo(7);
    assertThat(read.getLocations()).containsExactly("host1");
    assertThat(read.isStored()).isTrue();
    assertThat(read(written(SaltedTableSplit.ofNatural("t", NATURAL, "", 7))).isStored()).isFalse();
  }

  /** HBase gives size 0 to gateways, and to all regions if it measures none. */
  @Test
  void hasASizeSinceSparkReadsNoSplitWithout() throws Exception {
    SaltedTableSplit split = SaltedTableSplit.ofNatural("t", NATURAL, "", 0);
    assertThat(split.getLength()).isPositive();
    assertThat(read(written(split)).getLength()).isPositive();
  }

  @Test
  void isRefusedByAnotherVersion() throws Exception {
    byte[] bytes = written(SPLIT);
    bytes[0]++;
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a split of format 2 was given")
        .hasMessageContaining("put the same halite-client on the class path");
  }

  /** A task without Halite would read one as a range of natural keys, which loses rows. */
  @Test
  void isNotOneOfHbasesOwnSplits() throws Exception {
    assertThat(SPLIT).isNotInstanceOf(TableSplit.class);
    DataInputStream bytes = new DataInputStream(new ByteArrayInputStream(written(SPLIT)));
    assertThatThrownBy(() -> new TableSplit().readFields(bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Finds all classes but those of Halite. */
  private static final class WithoutHalite extends ClassLoader {
    private WithoutHalite() {
      super(SaltedTableSplitTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.halite.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }

  /** Hadoop's {@code MapTask} resolves both names so; those of splits are in the job's files. */
  @Test
  void aTaskWithoutHaliteFailsWithTheNameOfTheClassThatItLacks() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.job.inputformat.class", SaltedTableInputFormat.class.getName());
    String split = SPLIT.getClass().getName();
    assertThat(conf.getClassByName(split)).isSameAs(SaltedTableSplit.class);
    conf.setClassLoader(new WithoutHalite());
    assertThat(conf.getClassByName(TableSplit.class.getName())).isSameAs(TableSplit.class);
    assertThatThrownBy(() -> conf.getClassByName(split))
        .isInstanceOf(ClassNotFoundException.class)
        .hasMessageContaining("io.halite.client.mapreduce.SaltedTableSplit");
    assertThatThrownBy(() -> new JobContextImpl(conf, new JobID("job", 1)).getInputFormatClass())
        .hasStackTraceContaining("io.halite.client.mapreduce.SaltedTableInputFormat not found");
  }
}
