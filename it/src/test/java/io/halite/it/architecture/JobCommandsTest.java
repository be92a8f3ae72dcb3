package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages' commands of jobs that name a class of Halite send its jar to the tasks. */
class JobCommandsTest {
  private static final String CLASS_OF_TASKS =
      "(?s).*io\\.halite\\.client\\.(plugin\\.SaltedConnection|mapreduce\\.Salted\\w+Format).*";

  /** The commands of all pages, whose lines end with a backslash but for the last. */
  private static List<String> commands() throws Exception {
    List<String> commands = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      String begun = "";
      for (MarkdownPage.Line line : page.lines()) {
        String text = begun + line.text();
        begun = text.endsWith("\\") ? text + "\n" : "";
        if (begun.isEmpty() && text.matches("(?s) +(HBASE_CLASSPATH=\\S+ )?hbase .*")) {
          commands.add(page.name() + ": " + text);
        }
      }
    }
    return commands;
  }

  @Test
  void theTasksOfEachCommandFindTheClassThatItNames() throws Exception {
    List<String> ofJobs =
        commands().stream().filter(command -> command.matches(CLASS_OF_TASKS)).toList();
    assertThat(ofJobs)
        .hasSizeGreaterThan(3)
        .allMatch(command -> command.contains("HBASE_CLASSPATH=halite-client-"))
        .allMatch(command -> command.contains(" -libjars halite-client-"));
  }
}
