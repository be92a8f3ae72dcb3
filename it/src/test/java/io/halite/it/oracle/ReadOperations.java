package io.halite.it.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** Gets and their relatives, through the synchronous and the asynchronous client. */
final class ReadOperations {
  private final Random random;
  private final Keys keys;
  private final RandomGets reads;
  private final TwinClock clock;

  ReadOperations(Random random, Keys keys, RandomGets reads, TwinClock clock) {
    this.random = random;
    this.keys = keys;
    this.reads = reads;
    this.clock = clock;
  }

  Operation get() throws IOException {
    Get get = reads.get(keys.key());
    boolean async = random.nextInt(4) == 0;
    return operation(
        "",
        List.of(get),
        (twin, answer) ->
            answer.add(async ? twin.asyncTable().get(get).get() : twin.table().get(get)));
  }

  Operation gets() throws IOException {
    List<Get> gets = someGets();
    boolean async = random.nextInt(4) == 0;
    return operation(
        "all of ",
        gets,
        (twin, answer) -> {
          if (async) {
            answer.addAll(twin.asyncTable().getAll(gets).get());
          } else {
            for (Result result : twin.table().get(gets)) {
              answer.add(result);
            }
          }
        });
  }

  Operation exists() throws IOException {
    Get get = reads.get(keys.key());
    boolean async = random.nextInt(4) == 0;
    return operation(
        "exists ",
        List.of(get),
        (twin, answer) ->
            answer.add(async ? twin.asyncTable().exists(get).get() : twin.table().exists(get)));
  }

  @SuppressWarnings("deprecation")
  Operation existsAll() throws IOException {
    List<Get> gets = someGets();
    int way = random.nextInt(3);
    return operation(
        "existsAll ",
        gets,
        (twin, answer) -> {
          if (way == 0) {
            twin.asyncTable().existsAll(gets).get().forEach(answer::add);
            return;
          }
          boolean[] found = way == 1 ? twin.table().exists(gets) : twin.table().existsAll(gets);
          for (boolean one : found) {
            answer.add(one);
          }
        });
  }

  private List<Get> someGets() throws IOException {
    List<Get> gets = new ArrayList<>();
    for (byte[] key : keys.keys(2 + random.nextInt(8))) {
      gets.add(reads.amongOthers(key));
    }
    return gets;
  }

  private Operation operation(String name, List<Get> gets, Operation.Body body) {
    String text =
        gets.stream().map(get -> reads.text(get, clock)).collect(Collectors.joining("\n      "));
    return Operation.exact(name + text, gets.stream().map(Get::getRow).toList(), body);
  }
}
