package io.halite.client.plugin;

import io.halite.keys.RowKeyException;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.StoredMutations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Takes writes under stored keys, as a WAL of a salted table holds them, and sends them under their
 * natural keys.
 *
 * <p>Under {@code key=row:*,salt=hash(*) % 16} a put of {@code 0C·41 54 4C} is sent as a put of
 * {@code 41 54 4C}, to any table: the target salts it as it salts every write. A row that is no
 * stored key of the spec is refused. Thread-safe.
 */
final class ReplayMutator extends MutatorDecorator {
  private final BufferedMutator real;
  private final SaltingSpec spec;
  private final StoredMutations copies;

  /** A mutator that takes rows stored under {@code spec}. */
  ReplayMutator(BufferedMutator real, SaltingSpec spec) {
    this.real = real;
    this.spec = spec;
    this.copies = new StoredMutations(Mark.of(spec));
  }

  @Override
  BufferedMutator real() {
    return real;
  }

  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    List<Mutation> natural = new ArrayList<>(mutations.size());
    for (Mutation mutation : mutations) {
      byte[] row = mutation.getRow();
      try {
        spec.salt().verify(row, 0, row.length);
      } catch (RowKeyException e) {
        throw new DoNotRetryIOException(
            e.getMessage()
                + ": the replay of table '"
                + getName()
                + "' holds a row that is not stored under "
                + SaltedConnection.REPLAYED_SPEC_KEY
                + " '"
                + spec
                + "'; replay each table of the WAL alone, under its own spec, and plain tables"
                + " without the plug-in",
            e);
      }
      natural.add(copies.natural(spec.salt().unsalt(row), mutation));
    }
    real.mutate(natural);
  }
}
