package io.halite.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  private Terminal terminal(boolean redraws, boolean colours, boolean blocks) {
    PrintStream out = new PrintStream(written, false, StandardCharsets.UTF_8);
    return new Terminal(out, redraws, colours, blocks, 80);
  }

  @Test
  void barsAreDrawnToAnEighthOfACharacter() {
    Terminal terminal = terminal(false, false, true);
    assertThat(terminal.bar(0, 4)).isEqualTo("    ");
    assertThat(terminal.bar(0.3, 4)).isEqualTo("█▎  ");
    assertThat(terminal.bar(0.5, 4)).isEqualTo("██  ");
    assertThat(terminal.bar(1, 4)).isEqualTo("████");
  }

  @Test
  void barsAreAsciiWhereBlocksCannotBeShown() {
    Terminal terminal = terminal(false, false, false);
    assertThat(terminal.bar(0.3, 4)).isEqualTo("#   ");
    assertThat(terminal.bar(1, 4)).isEqualTo("####");
  }

  @Test
  void aPipeGetsNeitherColoursNorLinesDrawnAgain() {
    Terminal terminal = terminal(false, false, true);
    terminal.redraw("50 %");
    terminal.line(terminal.good("100 %"));
    assertThat(written.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("100 %");
  }

  @Test
  void aTerminalGetsBoth() {
    Terminal terminal = terminal(true, true, true);
    terminal.redraw("50 %");
    terminal.redraw("");
    terminal.line(terminal.good("100 %"));
    assertThat(written.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines("\r\u001b[K50 %\r\u001b[K\u001b[32m100 %\u001b[0m");
  }
}
