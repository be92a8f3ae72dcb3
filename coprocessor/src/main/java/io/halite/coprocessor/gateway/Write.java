package io.halite.coprocessor.gateway;

import io.halite.routing.table.Conditions;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * One natural write of a batch: it has a stored key, or it is refused.
 *
 * <p>Under {@code key=row:3,salt=hash(*) % 16} a put of {@code 41 54 4C} is {@link Salted} with the
 * stored key {@code 0C·41 54 4C}, and a put of {@code 41 54} is {@link Refused}, since its key does
 * not fit the layout.
 */
sealed interface Write {
  /** The write as the client sent it. */
  Mutation natural();

  /**
   * The stored key of the write's row.
   *
   * @throws IOException the refusal of the write
   */
  byte[] storedKey() throws IOException;

  /** Why the write is not forwarded; empty if it is forwarded. */
  Optional<IOException> refusal();

  /** Whether the write has a result for the client: an increment or an append. */
  default boolean hasResult() {
    return Conditions.isComputed(natural());
  }

  /** The write of a natural mutation to {@code table}. */
  static Write of(Mutation natural, SaltedTable table) {
    try {
      return new Salted(natural, table.storedKey(natural.getRow()));
    } catch (DoNotRetryIOException refusal) {
      return new Refused(natural, refusal);
    }
  }

  /** A write whose natural key fits the layout. */
  record Salted(Mutation natural, byte[] storedKey) implements Write {
    @Override
    public Optional<IOException> refusal() {
      return Optional.empty();
    }
  }

  /** A write that is not forwarded. */
  record Refused(Mutation natural, IOException cause) implements Write {
    @Override
    public byte[] storedKey() throws IOException {
      throw cause;
    }

    @Override
    public Optional<IOException> refusal() {
      return Optional.of(cause);
    }
  }
}
