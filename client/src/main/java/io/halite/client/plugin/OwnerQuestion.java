package io.halite.client.plugin;

import io.halite.keys.KeyRange;
import io.halite.routing.scan.SpecQuestion;
import io.halite.routing.table.Mark;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The question whether a table still has the spec under which a request was about to be routed. It
 * is a get of the columns of that request at the stored key, with the asking mark, so that only the
 * owner of the request's own row has to answer: not the gateway region of its natural key.
 *
 * <p>Under {@code hash(*) % 16} a put of {@code 41 54 4C} asks at {@code 0C·41 54 4C}. A salted
 * table refuses the get and shows its spec, which may be another one; a table without a spec
 * answers it. Stateless.
 */
final class OwnerQuestion {
  private static final StoredReads ASKING = new StoredReads(Mark.asking());

  private OwnerQuestion() {}

  /**
   * The question of the first get among some requests, or else of the first write, whose columns
   * the client may ask for.
   *
   * @param old how requests have been routed, under a spec
   * @param asking how the question is routed
   * @return empty if the gateway regions have to answer all of these requests
   */
  static Optional<Sent<Get>> of(Routing old, Routing asking, List<? extends Row> requests)
      throws IOException {
    Optional<Sent<Get>> ofGet = first(old, asking, requests, true);
    return ofGet.isPresent() ? ofGet : first(old, asking, requests, false);
  }

  /** The first question of gets, or of writes; no more than some are looked at in vain. */
  private static Optional<Sent<Get>> first(
      Routing old, Routing asking, List<? extends Row> requests, boolean gets) throws IOException {
    int denied = 0;
    for (Row request : requests) {
      Optional<byte[]> place =
          request instanceof Get == gets ? old.place(request) : Optional.empty();
      if (place.isPresent()) {
        Get natural = natural(request);
        if (asking.asksBy(natural)) {
          return Optional.of(sent(asking, natural, place.get()));
        }
        denied++;
        if (denied == DeniedQuestions.MOST) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /** The question of a scan, at the first stored range that it reads. */
  static Optional<Sent<Get>> of(Routing old, Routing asking, Scan scan) throws IOException {
    Optional<PlannedScan> plan = PlannedScan.of(old, scan);
    if (plan.isEmpty()) {
      return Optional.empty();
    }
    byte[] first =
        plan.get().images().stream()
            .filter(image -> !image.isEmpty())
            .findFirst()
            .map(KeyRange::start)
            .orElseGet(scan::getStartRow);
    Get natural = SpecQuestion.of(scan);
    return asking.asksBy(natural)
        ? Optional.of(sent(asking, natural, first.length == 0 ? natural.getRow() : first))
        : Optional.empty();
  }

  private static Sent<Get> sent(Routing asking, Get natural, byte[] place) throws IOException {
    return new Sent<>(asking, natural, ASKING.copy(place, natural));
  }

  private static Get natural(Row request) throws IOException {
    if (request instanceof Get get) {
      return SpecQuestion.at(get.getRow(), new Scan(get));
    }
    if (request instanceof CheckAndMutate check) {
      return check.hasFilter()
          ? natural(check.getAction())
          : SpecQuestion.at(
              check.getRow(), new Scan().addColumn(check.getFamily(), check.getQualifier()));
    }
    if (request instanceof RowMutations row) {
      return row.getMutations().isEmpty()
          ? new Get(row.getRow())
          : natural(row.getMutations().get(0));
    }
    return SpecQuestion.of((Mutation) request);
  }
}
