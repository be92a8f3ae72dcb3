package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static <T> Set<T> of(List<Question> questions, Function<Question, T> part) {
    Set<T> parts = new HashSet<>();
    questions.forEach(question -> parts.add(part.apply(question)));
    return parts;
  }

  @Test
  void theMatrixHas56RowsOfDifferentNames() {
    assertThat(Requests.all()).hasSize(56);
    assertThat(Requests.all().stream().map(Request::name).distinct()).hasSize(56);
  }

  @Test
  void aHalfHasEachRequestOfEachUserByEachDoorAndBothHalvesAreAll() {
    List<Question> half = Selection.half(0);
    assertThat(half).hasSizeBetween(9_000, 13_000);
    List<Question> other = Selection.half(1);
    assertThat(of(half, SelectionTest::field)).isEqualTo(of(other, SelectionTest::field));
    Set<List<Object>> all = of(half, SelectionTest::entry);
    all.addAll(of(other, SelectionTest::entry));
    assertThat(all).hasSize(half.size() + other.size());
  }

  @Test
  void aCutHasEachRequestOfEachUserAndEachUserByEachDoorSaltAndEarlyOut() {
    List<Question> cut = Selection.cut();
    assertThat(cut).hasSize(Requests.all().size() * Actor.values().length);
    assertThat(of(cut, question -> List.of(question.actor(), question.door())))
        .hasSize(Actor.values().length * Door.values().length);
    assertThat(of(cut, question -> List.of(question.actor(), question.salting())))
        .hasSize(Actor.values().length * Salting.values().length);
    assertThat(of(cut, question -> List.of(question.actor(), question.earlyOut())))
        .hasSize(Actor.values().length * 2);
    assertThat(of(cut, question -> List.of(question.request().name(), question.actor())))
        .hasSize(cut.size());
  }

  private static List<Object> field(Question question) {
    return List.of(
        question.request().name(), question.actor(), question.door(), question.salting());
  }

  private static List<Object> entry(Question question) {
    return List.of(field(question), question.earlyOut());
  }
}
