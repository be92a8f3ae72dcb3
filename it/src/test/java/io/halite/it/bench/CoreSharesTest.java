package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a usual directory, which keeps what Linux would act on. */
class CoreSharesTest {
  @Test
  void ifOneProcessCannotBeHeldTheOthersAreFreeAgain(@TempDir Path root) throws Exception {
    Files.createDirectory(root.resolve("halite-server-13"));
    assertThatThrownBy(() -> CoreShares.hold(root, List.of(11L, 12L, 13L, 14L), 0.2))
        .hasMessageContaining("cannot hold process 13 to 0.2 of a core by a control group under")
        .hasMessageContaining("the right to make some");
    assertThat(root.resolve("halite-server-11/cpu.cfs_quota_us")).hasContent("2000");
    assertThat(root.resolve("halite-server-14")).doesNotExist();
    assertThat(root.resolve("cgroup.procs")).as("the last that was freed").hasContent("12");
  }

  @Test
  void withoutControlGroupsTheMessageSaysSo(@TempDir Path root) {
    Path none = root.resolve("none");
    assertThatThrownBy(() -> CoreShares.hold(none, List.of(11L), 0.2))
        .hasMessageContaining(none.toString())
        .hasMessageContaining("Linux with control groups");
  }
}
