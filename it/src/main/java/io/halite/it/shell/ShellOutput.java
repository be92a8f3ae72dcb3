package io.halite.it.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The lines that a process prints, read as they come, so that waiting for one can have an end. */
final class ShellOutput {
  /** One line, or the end of all of them. */
  record Line(String text, boolean isEnd) {}

  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

  private ShellOutput() {}

  static ShellOutput of(Process process) {
    ShellOutput output = new ShellOutput();
    Thread reader = new Thread(() -> output.readAll(process), "output of the HBase shell");
    reader.setDaemon(true);
    reader.start();
    return output;
  }

  private void readAll(Process process) {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(new Line(line, false));
      }
    } catch (IOException e) {
      lines.add(new Line("reading the shell's output: " + e.getMessage(), false));
    }
    lines.add(new Line("", true));
  }

  /** The next line, or null when none comes within {@code nanos}; the end stays the end. */
  Line next(long nanos) throws InterruptedException {
    Line line = lines.poll(Math.max(nanos, 0), TimeUnit.NANOSECONDS);
    if (line != null && line.isEnd()) {
      lines.add(line);
    }
    return line;
  }
}
