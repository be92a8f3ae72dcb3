package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class MatrixSelectionTest {
  private static <T> Set<T> of(List<MatrixQuestion> questions, Function<MatrixQuestion, T> part) {
    Set<T> parts = new HashSet<>();
    questions.forEach(question -> parts.add(part.apply(question)));
    return parts;
  }

  @Test
  void theMatrixHas57RowsOfDifferentNames() {
    assertThat(MatrixRequests.all()).hasSize(57);
    assertThat(MatrixRequests.all().stream().map(Request::name).distinct()).hasSize(57);
  }

  @Test
  void aHalfHasEachRequestOfEachUserByEachDoorAndBothHalvesAreAll() {
    List<MatrixQuestion> half = MatrixSelection.half(0);
    assertThat(half).hasSizeBetween(9_000, 13_000);
    List<MatrixQuestion> other = MatrixSelection.half(1);
    assertThat(of(half, MatrixSelectionTest::field))
        .isEqualTo(of(other, MatrixSelectionTest::field));
    Set<List<Object>> all = of(half, MatrixSelectionTest::entry);
    all.addAll(of(other, MatrixSelectionTest::entry));
    assertThat(all).hasSize(half.size() + other.size());
  }

  @Test
  void aCutHasEachRequestOfEachUserAndEachUserByEachDoorSaltAndEarlyOut() {
    List<MatrixQuestion> cut = MatrixSelection.cut();
    assertThat(cut).hasSize(MatrixRequests.all().size() * Actor.values().length);
    assertThat(of(cut, question -> List.of(question.actor(), question.door())))
        .hasSize(Actor.values().length * MatrixSelection.BOARD.size());
    assertThat(of(cut, question -> List.of(question.actor(), question.salting())))
        .hasSize(Actor.values().length * Salting.values().length);
    assertThat(of(cut, question -> List.of(question.actor(), question.earlyOut())))
        .hasSize(Actor.values().length * 2);
    assertThat(of(cut, question -> List.of(question.request().name(), question.actor())))
        .hasSize(cut.size());
  }

  private static List<Object> field(MatrixQuestion question) {
    return List.of(
        question.request().name(), question.actor(), question.door(), question.salting());
  }

  private static List<Object> entry(MatrixQuestion question) {
    return List.of(field(question), question.earlyOut());
  }
}
