package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.BatchRpc.Answer;
import io.halite.coprocessor.host.BatchRpc.Part;
import io.halite.coprocessor.host.BatchRpc.Request;
import io.halite.coprocessor.host.NoAnswerException;
import io.halite.coprocessor.host.RemoteFailure;
import io.halite.coprocessor.owner.SaltingMetrics.Failure;
import io.halite.coprocessor.owner.SaltingMetrics.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RetryImmediatelyException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Row;

/**
 * Sends puts, deletes and gets of many stored rows: one RPC for each owner server, all at once.
 *
 * <p>Requests for one row keep their order. Each fails by itself. The batch sends a request that
 * provably did not run again, as often as {@link ForwardRetry} allows, to the region that then
 * covers its row.
 */
public final class OwnerBatch {
  private final OwnerRegions regions;
  private final TableName table;
  private final Map<String, byte[]> attributes;
  private final Executor executor;
  private final CopyLimit limit;

  OwnerBatch(
      OwnerRegions regions,
      TableName table,
      Map<String, byte[]> attributes,
      Executor executor,
      CopyLimit limit) {
    this.regions = regions;
    this.table = table;
    this.attributes = attributes;
    this.executor = executor;
    this.limit = limit;
  }

  /** Sends a part of some requests. */
  interface Sending {
    Object[] send(List<? extends Row> part) throws IOException;
  }

  /**
   * Sends requests that may be more than an owner takes at once: each part when the answers to the
   * one before are known. A part is sent also if requests before it have failed, so their order
   * must not matter.
   *
   * @return the same as {@link #send}
   */
  public Object[] sendInParts(List<? extends Row> requests, Budget budget) throws IOException {
    return inParts(requests, limit.atOnce(), part -> send(part, budget));
  }

  static Object[] inParts(List<? extends Row> requests, int atOnce, Sending sending)
      throws IOException {
    Object[] answers = new Object[requests.size()];
    for (int from = 0; from < answers.length; from += atOnce) {
      int to = Math.min(answers.length, from + atOnce);
      System.arraycopy(sending.send(requests.subList(from, to)), 0, answers, from, to - from);
    }
    return answers;
  }

  /**
   * Sends the requests.
   *
   * @return for each request, in order, a {@code Result}, or the {@code IOException} with which the
   *     request failed
   */
  public Object[] send(List<? extends Row> requests, Budget budget) throws IOException {
    long start = System.nanoTime();
    try (ConnectionUses.Use use = regions.use()) {
      return repeat(requests, budget);
    } finally {
      regions.metrics().ended(Kind.BATCH, System.nanoTime() - start);
    }
  }

  private Object[] repeat(List<? extends Row> requests, Budget budget) throws IOException {
    Object[] answers = new Object[requests.size()];
    List<Request> open = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      open.add(new Request(requests.get(i), i));
    }
    for (int attempt = 0; !open.isEmpty(); attempt++) {
      attempt(open, answers, budget);
      int sent = open.size();
      open = unserved(open, answers);
      if (!open.isEmpty()) {
        if (isCut(sent, open, answers) || budget.pause(attempt)) {
          regions.metrics().retried(open.size());
        } else {
          open.forEach(request -> postpone(request, answers));
          regions.metrics().failed(Failure.POSTPONED, open.size());
          open = List.of();
        }
      }
    }
    return answers;
  }

  /**
   * Whether owners have answered some of the requests, and would have answered the others had the
   * answer not become too large. Each repeat brings more, so it is made at once.
   */
  private static boolean isCut(int sent, List<Request> unserved, Object[] answers) {
    return unserved.size() < sent
        && unserved.stream()
            .map(request -> ((Refusal) answers[request.index()]).cause())
            .allMatch(RetryImmediatelyException.class::isInstance);
  }

  /** Returns the requests of which nothing ran; turns the other refusals into answers. */
  private List<Request> unserved(List<Request> sent, Object[] answers) {
    List<Request> unserved = new ArrayList<>();
    for (Request request : sent) {
      if (answers[request.index()] instanceof Refusal refusal) {
        if (ForwardRetry.nothingRan(refusal.cause())) {
          unserved.add(request);
        } else {
          answers[request.index()] = refusal.forClient(request.row());
          regions.metrics().failed(ForwardRetry.failure(refusal.cause()), 1);
        }
      }
    }
    return unserved;
  }

  private void postpone(Request request, Object[] answers) {
    Refusal refusal = (Refusal) answers[request.index()];
    answers[request.index()] = regions.outages().refusal(refusal.location(), refusal.cause());
  }

  /**
   * Why a request failed.
   *
   * @param location where it was sent; empty if that could not be read
   * @param lost whether no answer came
   */
  private record Refusal(Optional<HRegionLocation> location, boolean lost, IOException cause) {
    IOException forClient(Row request) {
      return lost && NewestVersion.isDeletedBy(request)
          ? NewestVersion.unknown(cause)
          : ForwardRetry.forClient(cause);
    }
  }

  private void attempt(List<Request> requests, Object[] answers, Budget budget) {
    List<List<Part>> servers = group(requests, answers, budget);
    List<Runnable> sendings =
        servers.stream()
            .<Runnable>map(parts -> () -> sendToServer(parts, answers, budget))
            .toList();
    if (!sendings.isEmpty()) {
      runAll(sendings, executor);
    }
  }

  /** Runs the first task in this thread, the others beside it; returns when all have ended. */
  static void runAll(List<Runnable> tasks, Executor executor) {
    List<CompletableFuture<Void>> others = new ArrayList<>();
    try {
      for (Runnable other : tasks.subList(1, tasks.size())) {
        others.add(CompletableFuture.runAsync(other, executor));
      }
      tasks.get(0).run();
    } finally {
      // The caller gives permit and memory back, which those that go on after an Error still use.
      CompletableFuture.allOf(others.toArray(CompletableFuture[]::new))
          .handle((nothing, failure) -> nothing)
          .join();
    }
    others.forEach(CompletableFuture::join);
  }

  private List<List<Part>> group(List<Request> requests, Object[] answers, Budget budget) {
    BatchLocations locations = regions.locations(table, budget);
    // Each region has one location in an attempt, so a location stands for its region.
    Map<HRegionLocation, Part> parts = new IdentityHashMap<>();
    Map<ServerName, List<Part>> servers = new LinkedHashMap<>();
    for (Request request : requests) {
      try {
        HRegionLocation location = locations.of(request.row().getRow());
        Part part = parts.get(location);
        if (part == null) {
          part = new Part(location, new ArrayList<>());
          parts.put(location, part);
          servers.computeIfAbsent(location.getServerName(), s -> new ArrayList<>()).add(part);
        }
        part.requests().add(request);
      } catch (IOException e) {
        answers[request.index()] = new Refusal(Optional.empty(), false, RemoteFailure.cause(e));
      }
    }
    return List.copyOf(servers.values());
  }

  private void sendToServer(List<Part> parts, Object[] answers, Budget budget) {
    try {
      List<Answer> answered = regions.send(parts, attributes, budget);
      for (int i = 0; i < parts.size(); i++) {
        settle(parts.get(i), answered.get(i), answers);
      }
    } catch (IOException | RuntimeException e) {
      parts.forEach(part -> refuseAll(part, e, answers));
    }
  }

  private void settle(Part part, Answer answer, Object[] answers) {
    if (answer.refusal().isPresent()) {
      refuseAll(part, answer.refusal().get(), answers);
      return;
    }
    regions.outages().answered(part.location());
    for (Request request : part.requests()) {
      Object each = answer.each().get(request.index());
      if (each instanceof IOException refusal) {
        refuse(part, request, refusal, answers);
      } else {
        answers[request.index()] = each;
      }
    }
  }

  private void refuseAll(Part part, Exception refusal, Object[] answers) {
    part.requests().forEach(request -> refuse(part, request, refusal, answers));
  }

  private void refuse(Part part, Request request, Exception thrown, Object[] answers) {
    IOException refusal = RemoteFailure.cause(thrown);
    boolean lost = thrown instanceof NoAnswerException;
    regions.forget(part.location(), refusal);
    answers[request.index()] = new Refusal(Optional.of(part.location()), lost, refusal);
  }
}
