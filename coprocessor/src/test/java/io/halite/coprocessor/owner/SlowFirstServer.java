package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.BatchRpc;
import io.halite.coprocessor.host.BatchRpc.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/** A server whose answer to row {@code first} waits until it is let go. */
final class SlowFirstServer implements SharedRpcs.Wire {
  final CountDownLatch firstSent = new CountDownLatch(1);
  final CountDownLatch letGo = new CountDownLatch(1);
  final List<SharedRpc> shared = Collections.synchronizedList(new ArrayList<>());

  /** The tables of the regions whose RPCs have failed. */
  final List<String> failed = Collections.synchronizedList(new ArrayList<>());

  final List<String> alone = Collections.synchronizedList(new ArrayList<>());
  Optional<IOException> ofBatch = Optional.empty();
  Optional<IOException> ofEach = Optional.empty();

  @Override
  public Result one(HRegionLocation location, Row request, int timeoutMillis) throws IOException {
    String row = Bytes.toString(request.getRow());
    alone.add(row);
    if (row.equals("first")) {
      firstSent.countDown();
      try {
        letGo.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
    if (row.equals("poison")) {
      throw new DoNotRetryIOException("poison");
    }
    return Result.EMPTY_RESULT;
  }

  @Override
  public List<BatchRpc.Answer> many(List<Part> parts, int timeoutMillis) throws IOException {
    shared.add(
        new SharedRpc(
            parts.stream()
                .flatMap(part -> part.requests().stream())
                .map(each -> Bytes.toString(each.row().getRow()))
                .toList(),
            timeoutMillis));
    if (ofBatch.isPresent()) {
      throw ofBatch.get();
    }
    return parts.stream().map(this::answer).toList();
  }

  @Override
  public void failed(HRegionLocation location, IOException answer) {
    failed.add(location.getRegion().getTable().getNameAsString());
  }

  /** The number of requests that have come, alone or with others. */
  int requests() {
    return alone.size() + shared.stream().mapToInt(SharedRpc::size).sum();
  }

  private BatchRpc.Answer answer(Part part) {
    boolean poisoned =
        part.requests().stream()
            .anyMatch(each -> Bytes.toString(each.row().getRow()).equals("poison"));
    if (poisoned) {
      return new BatchRpc.Answer(Optional.of(new DoNotRetryIOException("poison")), Map.of());
    }
    Map<Integer, Object> each = new HashMap<>();
    part.requests()
        .forEach(
            request ->
                each.put(request.index(), ofEach.<Object>map(e -> e).orElse(Result.EMPTY_RESULT)));
    return new BatchRpc.Answer(Optional.empty(), each);
  }

  /** An RPC of several requests. */
  record SharedRpc(List<String> rows, int timeoutMillis) {
    int size() {
      return rows.size();
    }
  }
}
