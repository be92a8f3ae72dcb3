package io.halite.coprocessor.door;

import io.halite.coprocessor.door.MeasuredFigure.Kind;
import java.util.Comparator;
import java.util.List;

/**
 * How far the model is off in one kind of figure.
 *
 * @param figures those of the kind, the one that the model meets best first
 */
record MeasuredErrors(List<MeasuredFigure> figures) {
  static MeasuredErrors of(Kind kind, List<MeasuredFigure> all) {
    return new MeasuredErrors(
        all.stream()
            .filter(figure -> figure.kind() == kind)
            .sorted(Comparator.comparingDouble(MeasuredFigure::factor))
            .toList());
  }

  /** The factor that half of the figures exceed. */
  double median() {
    int half = figures.size() / 2;
    double upper = figures.get(half).factor();
    return figures.size() % 2 == 1 ? upper : (figures.get(half - 1).factor() + upper) / 2;
  }

  MeasuredFigure worst() {
    return figures.get(figures.size() - 1);
  }

  /** The least of model over measured. */
  double least() {
    return figures.stream().mapToDouble(MeasuredFigure::quotient).min().orElseThrow();
  }

  /** The most of model over measured. */
  double most() {
    return figures.stream().mapToDouble(MeasuredFigure::quotient).max().orElseThrow();
  }
}
