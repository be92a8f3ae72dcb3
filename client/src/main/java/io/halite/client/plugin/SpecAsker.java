package io.halite.client.plugin;

import io.halite.routing.scan.SpecQuestion;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;

/**
 * What can ask for the spec of a table when it is its turn. Holds the requests, and of a buffer the
 * pauses of its mutator.
 */
interface SpecAsker {
  /**
   * The get that asks at the owner.
   *
   * @param old how requests have been routed, under a spec
   * @return empty if no get can ask
   */
  Optional<Sent<Get>> atOwner(Routing old, Routing asking) throws IOException;

  /** The get that asks under a natural key; empty if no get has to ask, or if none may. */
  Optional<Sent<Get>> underNaturalKey(Routing asking) throws IOException;

  /**
   * How requests are routed that carry the question themselves, where no get asks; empty if none
   * carries it.
   *
   * @param old how requests have been routed
   */
  default Optional<Routing> carrying(Routing old, Routing asking) {
    return Optional.empty();
  }

  /** Requests of a table. */
  static SpecAsker of(List<? extends Row> requests) {
    return new SpecAsker() {
      @Override
      public Optional<Sent<Get>> atOwner(Routing old, Routing asking) throws IOException {
        return OwnerQuestion.of(old, asking, requests);
      }

      @Override
      public Optional<Sent<Get>> underNaturalKey(Routing asking) {
        return Optional.empty();
      }

      /** A user who may write and not read has to ask by a write, which needs its natural key. */
      @Override
      public Optional<Routing> carrying(Routing old, Routing asking) {
        return old.table().isPresent()
            ? Optional.of(asking).filter(how -> oneCarries(old, how))
            : allCarry(asking);
      }

      private boolean oneCarries(Routing old, Routing asking) {
        return requests.stream().noneMatch(Get.class::isInstance)
            && requests.stream()
                .filter(request -> old.place(request).isPresent())
                .limit(DeniedQuestions.MOST)
                .anyMatch(asking::asksBy);
      }

      /** Those that may not ask would have to wait for the others, before which they may stand. */
      private Optional<Routing> allCarry(Routing asking) {
        return Optional.of(requests.size() == 1 ? asking : asking.together())
            .filter(how -> !requests.isEmpty() && requests.stream().allMatch(how::asksBy));
      }
    };
  }

  /** A scan. */
  static SpecAsker of(Scan scan) {
    return new SpecAsker() {
      @Override
      public Optional<Sent<Get>> atOwner(Routing old, Routing asking) throws IOException {
        return OwnerQuestion.of(old, asking, scan);
      }

      @Override
      public Optional<Sent<Get>> underNaturalKey(Routing asking) throws IOException {
        return Optional.of(Sent.of(asking, SpecQuestion.of(scan))).filter(Sent::isRouted);
      }
    };
  }

  /**
   * Writes of a buffer, in which none of them can ask.
   *
   * @param pauses of the mutator that has the buffer
   */
  static SpecAsker ofBuffer(List<? extends Mutation> writes, Pauses pauses) {
    return new SpecAsker() {
      @Override
      public Optional<Sent<Get>> atOwner(Routing old, Routing asking) throws IOException {
        return pauses.atOwner().look(() -> OwnerQuestion.of(old, asking, writes));
      }

      @Override
      public Optional<Sent<Get>> underNaturalKey(Routing asking) throws IOException {
        return pauses.underNaturalKey().look(() -> first(asking));
      }

      private Optional<Sent<Get>> first(Routing asking) throws IOException {
        Optional<Get> question =
            writes.stream()
                .filter(Routing::isRoutable)
                .limit(DeniedQuestions.MOST)
                .map(SpecQuestion::of)
                .filter(asking::asksBy)
                .findFirst();
        return question.isPresent()
            ? Optional.of(Sent.of(asking, question.get()))
            : Optional.empty();
      }
    };
  }

  /** When a mutator looks again for a question that its user may ask. */
  record Pauses(Pause atOwner, Pause underNaturalKey) {}
}
