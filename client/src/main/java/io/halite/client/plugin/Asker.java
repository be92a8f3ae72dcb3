package io.halite.client.plugin;

import io.halite.routing.scan.SpecQuestion;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;

/** What can ask for the spec of a table when it is its turn. Stateless, but for the requests. */
interface Asker {
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
   * Whether requests carry the question themselves, where no get asks.
   *
   * @param old how requests have been routed
   */
  default boolean carries(Routing old, Routing asking) {
    return false;
  }

  /** Requests of a table. */
  static Asker of(List<? extends Row> requests) {
    return new Asker() {
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
      public boolean carries(Routing old, Routing asking) {
        boolean salted = old.table().isPresent();
        return (!salted || requests.stream().noneMatch(Get.class::isInstance))
            && requests.stream()
                .filter(request -> !salted || old.place(request).isPresent())
                .anyMatch(asking::asksBy);
      }
    };
  }

  /** A scan. */
  static Asker of(Scan scan) {
    return new Asker() {
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

  /** Writes of a buffer, in which none of them can ask. */
  static Asker ofBuffer(List<? extends Mutation> writes) {
    return new Asker() {
      @Override
      public Optional<Sent<Get>> atOwner(Routing old, Routing asking) throws IOException {
        return OwnerQuestion.of(old, asking, writes);
      }

      @Override
      public Optional<Sent<Get>> underNaturalKey(Routing asking) throws IOException {
        for (Mutation write : writes) {
          Sent<Get> question = Sent.of(asking, SpecQuestion.of(write));
          if (question.isRouted() && Routing.isRoutable(write)) {
            return Optional.of(question);
          }
        }
        return Optional.empty();
      }
    };
  }
}
