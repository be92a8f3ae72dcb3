package io.halite.it.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The lines that a process prints, read by a thread, so that a wait for the next can time out. */
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

  /** The next line, or null if none comes within {@code nanos}; after the end, the end again. */
  Line next(long nanos) throws InterruptedException {
    Line line = lines.poll(Math.max(nanos, 0), TimeUnit.NANOSECONDS);
    if (line != null && line.isEnd()) {
      lines.add(line);
    }
    return line;
  }
}
