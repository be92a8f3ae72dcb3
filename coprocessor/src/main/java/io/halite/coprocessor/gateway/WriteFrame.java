package io.halite.coprocessor.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;

/** The natural writes of one batch, from the first pre-hook to the flush. */
final class WriteFrame {
  private final Object region;
  private final List<Write> writes = new ArrayList<>();
  private boolean marked;

  /**
   * One natural write.
   *
   * @param storedKey null if the key was refused
   * @param refusal null if the key fits
   */
  record Write(Mutation natural, byte[] storedKey, IOException refusal) {
    boolean hasResult() {
      return natural instanceof Increment || natural instanceof Append;
    }
  }

  WriteFrame(Object region) {
    this.region = region;
  }

  boolean isOf(Object other) {
    return region == other;
  }

  void add(Write write) throws DoNotRetryIOException {
    writes.add(write);
    refuseMixture();
  }

  /** Notes that a write of this batch is marked and stays here. */
  void addMarked() throws DoNotRetryIOException {
    marked = true;
    refuseMixture();
  }

  private void refuseMixture() throws DoNotRetryIOException {
    if (marked && !writes.isEmpty()) {
      throw new DoNotRetryIOException(
          "a batch holds writes of stored keys, which are marked, and of natural keys; send them"
              + " apart");
    }
  }

  /** Gives the writes away: what is sent now is not sent again. */
  List<Write> detach() {
    List<Write> detached = List.copyOf(writes);
    writes.clear();
    return detached;
  }

  static boolean isOneRow(List<Write> writes) {
    byte[] row = writes.get(0).natural().getRow();
    return writes.stream().allMatch(write -> Arrays.equals(row, write.natural().getRow()));
  }
}
