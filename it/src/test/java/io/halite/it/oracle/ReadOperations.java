package io.halite.it.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** Gets and their relatives, through each client. */
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
    Sender sender = Sender.drawn(random);
    return operation(
        sender + " ",
        List.of(get),
        (twin, answer) ->
            answer.add(sender.waits() ? twin.table().get(get) : twin.async(sender).get(get).get()));
  }

  Operation gets() throws IOException {
    List<Get> gets = someGets();
    Sender sender = Sender.drawn(random);
    return operation(
        sender + " all of ",
        gets,
        (twin, answer) -> {
          if (!sender.waits()) {
            answer.addAll(twin.async(sender).getAll(gets).get());
          } else {
            for (Result result : twin.table().get(gets)) {
              answer.add(result);
            }
          }
        });
  }

  Operation exists() throws IOException {
    Get get = reads.get(keys.key());
    Sender sender = Sender.drawn(random);
    return operation(
        sender + " exists ",
        List.of(get),
        (twin, answer) ->
            answer.add(
                sender.waits() ? twin.table().exists(get) : twin.async(sender).exists(get).get()));
  }

  @SuppressWarnings("deprecation")
  Operation existsAll() throws IOException {
    List<Get> gets = someGets();
    Sender sender = Sender.drawn(random);
    boolean old = random.nextBoolean();
    return operation(
        sender + " existsAll ",
        gets,
        (twin, answer) -> {
          if (!sender.waits()) {
            twin.async(sender).existsAll(gets).get().forEach(answer::add);
            return;
          }
          boolean[] found = old ? twin.table().existsAll(gets) : twin.table().exists(gets);
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
