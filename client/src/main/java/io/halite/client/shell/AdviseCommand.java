package io.halite.client.shell;

import io.halite.keys.KeyLayout;
import io.halite.keys.RowKeyException;
import io.halite.keys.advice.Advice;
import io.halite.keys.advice.KeySample;
import io.halite.keys.advice.LayoutGuess;
import io.halite.keys.advice.SampleTaker;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The program behind {@code halite advise}: natural keys in, one in a line, and the technique for
 * them out. It needs no cluster and, at run time, nothing of HBase.
 *
 * <p>Of the lines {@code u1:o7}, {@code u2:o8} (75 31 3A 6F 37, 75 32 3A 6F 38), … it prints a
 * table of the salts, and at the end {@code create_salted 't', 'f', 'key=…,salt=…'}. Stateless.
 */
public final class AdviseCommand {
  private AdviseCommand() {}

  /**
   * Reads a sample and passes the advice to {@code line}.
   *
   * @throws IllegalArgumentException if an option is wrong, the sample is empty, or a line is not a
   *     key of the layout
   */
  static void advise(AdviseOptions options, InputStream in, Consumer<String> line)
      throws IOException {
    KeySample sample = sample(options, in);
    Optional<LayoutGuess> guess =
        options.layout().isPresent() || sample.total() == 0
            ? Optional.empty()
            : Optional.of(LayoutGuess.of(sample));
    KeyLayout layout =
        options
            .layout()
            .or(() -> guess.map(LayoutGuess::layout))
            .orElseGet(() -> KeyLayout.parse("row:*"));
    Advice advice =
        Advice.of(sample, layout, options.buckets(), options.reads(), options.isOrdered());
    new AdviceLines(sample, options, advice).lines(guess).forEach(line);
  }

  private static KeySample sample(AdviseOptions options, InputStream in) throws IOException {
    SampleTaker taker = new SampleTaker();
    KeyLines lines = new KeyLines(in);
    for (Optional<byte[]> key = lines.next(); key.isPresent(); key = lines.next()) {
      if (options.layout().isPresent()) {
        check(options.layout().get(), key.get(), lines.number());
      }
      taker.take(key.get());
    }
    return taker.sample();
  }

  private static void check(KeyLayout layout, byte[] key, long number) {
    try {
      layout.check(key);
    } catch (RowKeyException misfit) {
      throw new IllegalArgumentException(
          "line "
              + number
              + " does not fit --layout: "
              + misfit.getMessage()
              + "; here, correct --layout or take the line out",
          misfit);
    }
  }

  /** Exits with 0, or with 2 if the options or the sample are refused. */
  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    int status = 0;
    try {
      AdviseOptions options = AdviseOptions.parse(List.of(arguments));
      try (InputStream in = open(options.file())) {
        advise(options, in, out::println);
      }
    } catch (NoSuchFileException missing) {
      System.err.println("halite: there is no file '" + missing.getFile() + "'");
      status = 2;
    } catch (IOException | IllegalArgumentException refused) {
      System.err.println("halite: " + refused.getMessage());
      status = 2;
    }
    System.exit(status);
  }

  static InputStream open(Optional<String> file) throws IOException {
    if (file.isEmpty()) {
      return System.in;
    }
    Path path = Path.of(file.get());
    if (!Files.notExists(path) && (Files.isDirectory(path) || !Files.isReadable(path))) {
      throw new IllegalArgumentException(
          "'" + path + "' cannot be read: name a file that this user may read, a key in each line");
    }
    return Files.newInputStream(path);
  }
}
