package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.owner.OwnerRegions.Attempt;
import io.halite.coprocessor.owner.OwnerRegions.Target;
import io.halite.coprocessor.owner.SaltingMetrics.Kind;
import io.halite.routing.table.OperationNumber;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * Sends requests of one stored row each to the row's owner region, under the client's nonce.
 *
 * <p>Thread-safe. Every method throws the error that {@link ForwardRetry#forClient} makes of a
 * refusal, or, if nothing ran, a refusal with the wait after which the client repeats the request.
 */
public final class OwnerCalls {
  private final OwnerRegions regions;
  private final TableName table;
  private final Map<String, byte[]> attributes;
  private final boolean sharing;

  OwnerCalls(
      OwnerRegions regions, TableName table, Map<String, byte[]> attributes, boolean sharing) {
    this.sharing = sharing;
    this.regions = regions;
    this.table = table;
    this.attributes = attributes;
  }

  /** Whether a request may share an RPC with those of other handlers. */
  private boolean isShared(Row request, Nonce nonce) {
    return sharing
        && attributes.isEmpty()
        && nonce.equals(Nonce.NONE)
        && SharedRpcs.isSharable(request);
  }

  private <T> T call(Kind kind, byte[] row, LostAnswer lost, Attempt<T> attempt)
      throws IOException {
    return regions.call(kind, new Target(table, row, attributes), lost, attempt);
  }

  /** Reads one row. */
  public Result get(Get get, Budget budget) throws IOException {
    return isShared(get, Nonce.NONE)
        ? regions.callTogether(Kind.GET, table, get, budget)
        : call(Kind.GET, get.getRow(), LostAnswer.ofRead(budget), rpc -> rpc.get(get));
  }

  /** Applies one mutation; returns the result of an increment or append. */
  public Result mutate(Mutation mutation, Nonce nonce, Budget budget) throws IOException {
    return isShared(mutation, nonce)
        ? regions.callTogether(Kind.MUTATE, table, mutation, budget)
        : call(
            Kind.MUTATE,
            mutation.getRow(),
            LostAnswer.of(mutation, budget),
            rpc -> rpc.mutate(mutation, nonce));
  }

  /**
   * Applies all mutations of one row atomically; returns their increments and appends.
   *
   * <p>With a nonce, deletes of newest versions are numbered, and the row is sent again if an
   * answer is lost: by the nonce HBase knows only increments and appends again.
   *
   * @param number the number, the same for the client's repeat
   */
  public Result mutateRow(
      RowMutations mutations, Nonce nonce, Supplier<OperationNumber> number, Budget budget)
      throws IOException {
    if (!nonce.equals(Nonce.NONE) && NewestVersion.isDeletedBy(mutations)) {
      OperationNumber once = number.get();
      return regions.callNumbered(
          Kind.MUTATE,
          new Target(table, mutations.getRow(), attributes),
          LostAnswer.ofNumberedByNonce(budget),
          (rpc, ageMillis) -> {
            once.putOnDeletes(mutations, ageMillis);
            return rpc.mutateRow(mutations, nonce);
          });
    }
    return call(
        Kind.MUTATE,
        mutations.getRow(),
        LostAnswer.of(mutations, budget),
        rpc -> rpc.mutateRow(mutations, nonce));
  }

  /** Compares and mutates atomically; sent again under its number if an answer is lost. */
  public CheckAndMutateResult checkAndMutate(
      CheckAndMutate check, Nonce nonce, OperationNumber number, Budget budget) throws IOException {
    return regions.callNumbered(
        Kind.MUTATE,
        new Target(table, check.getRow(), attributes),
        nonce.equals(Nonce.NONE)
            ? LostAnswer.ofNumbered(budget)
            : LostAnswer.ofNumberedByNonce(budget),
        (rpc, ageMillis) -> {
          number.putOn(check, ageMillis);
          return rpc.checkAndMutate(check, nonce);
        });
  }
}
