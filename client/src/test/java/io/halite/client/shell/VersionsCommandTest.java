package io.halite.client.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VersionsCommandTest {
  private static List<List<String>> tableOf(Path page) throws Exception {
    return Files.readAllLines(page).stream()
        .dropWhile(line -> !line.startsWith("| Part | Version | Result |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> Stream.of(line.split("\\|")).skip(1).map(String::strip).toList())
        .toList();
  }

  @Test
  void theTableOfTheReadmeIsWhatTheCommandPrints() throws Exception {
    assertThat(tableOf(Path.of("..", "README.md")))
        .isEqualTo(
            TestedVersion.ALL.stream()
                .map(each -> List.of(each.part(), each.version(), each.result()))
                .toList());
  }

  @Test
  void eachLineHasPartVersionAndResultBelowEachOther() {
    assertThat(VersionsCommand.lines("0.1.0"))
        .startsWith(
            "Halite 0.1.0 was tested with",
            "servers  2.6.4 (Hadoop 2.10)    all tests",
            "servers  2.5.13 (Hadoop 3.4)    a part of the tests")
        .contains("Java     17                     all tests");
  }
}
