package io.halite.client.shell;

import io.halite.client.operate.WalkProgress;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The lines of {@code verify_salted}: each example of a wrong row when it arrives, how far the
 * check has come, and the counts at its end, or where it fails. For one thread.
 */
final class VerifyLines implements Consumer<WalkProgress> {
  private final Consumer<String> line;
  private int shown;
  private Optional<WalkProgress> last = Optional.empty();

  VerifyLines(Consumer<String> line) {
    this.line = line;
  }

  @Override
  public void accept(WalkProgress step) {
    last = Optional.of(step);
    step.examples().stream().skip(shown).forEach(line);
    shown = step.examples().size();
    if (step.steps() % 10 == 0) {
      line.accept(
          "%d steps, %d rows, %d wrong ...".formatted(step.steps(), step.rows(), step.wrong()));
    }
  }

  /** Every row was checked. */
  void end() {
    last.ifPresent(
        end -> line.accept("%d rows verified, %d wrong".formatted(end.rows(), end.wrong())));
  }

  /** The check ends early, and its error follows. */
  void failed() {
    last.ifPresent(
        far -> line.accept("so far: %d rows, %d wrong".formatted(far.rows(), far.wrong())));
  }
}
