package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.coprocessor.rights.Judges;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;

/** The marked writes that reach one owner region, which HBase applies in it. Thread-safe. */
public final class MarkedWrites {
  private final Region region;
  private final SaltedTable table;
  private final SaltingMetrics metrics;

  MarkedWrites(Region region, SaltedTable table, SaltingMetrics metrics) {
    this.region = region;
    this.table = table;
    this.metrics = metrics;
  }

  /**
   * Verifies a marked write, which HBase then applies.
   *
   * @throws org.apache.hadoop.hbase.DoNotRetryIOException if its mark is of another spec, its row
   *     is not salted right, or its batch also has natural writes
   */
  public void verify(Mutation marked) throws IOException {
    table.verify(marked, marked.getRow());
    if (table.salt().prefixWidth() == 1) {
      metrics.written(marked.getRow()[0]);
    }
    Optional<WriteFrame> frame = WriteFrames.top(region);
    if (frame.isPresent()) {
      frame.get().addMarked();
    }
  }

  /**
   * Verifies mark and salt of a conditional mutation of a stored key.
   *
   * <p>If its condition is a filter, applies the mutation here, as a copy whose filter sees natural
   * keys: a hook cannot exchange the filter in the original.
   *
   * @return the outcome if it was applied here; empty if HBase is to apply {@code marked} itself
   */
  public Optional<CheckAndMutateResult> checkAndMutate(CheckAndMutate marked) throws IOException {
    for (Mutation mutation : Judges.mutations(marked)) {
      table.verify(mutation, marked.getRow());
    }
    if (!marked.hasFilter()) {
      return Optional.empty();
    }
    Nonce nonce =
        ClientRequest.current()
            .conditionalNonce(region.getRegionInfo().getRegionName(), marked.getRow());
    return Optional.of(
        ((HRegion) region)
            .checkAndMutate(
                Conditions.withFilter(marked, table.naturalView(marked.getFilter())),
                nonce.group(),
                nonce.number()));
  }
}
