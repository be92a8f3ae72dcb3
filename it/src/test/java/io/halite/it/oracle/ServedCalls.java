package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.DoorCluster;
import io.halite.it.oracle.SentCalls.Call;
import io.halite.it.oracle.SentCalls.Kind;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The calls that guests have served, at least in part, on a cluster with doors. They are known by
 * the count of all doors, so nobody else may send requests meanwhile.
 */
final class ServedCalls implements Consumer<Set<Call>> {
  /** The rarest call is one in a hundred operations. */
  private static final int MOST_MORE = 4000;

  private static final int SOME_MORE = 100;

  private final EmbeddedCluster cluster;
  private final Set<Call> missing = new HashSet<>();
  private long served;

  /** A scan that was closed early may open another region when the next operation has begun. */
  private boolean mayScan;

  private ServedCalls(EmbeddedCluster cluster) {
    this.cluster = cluster;
    this.served = served();
    Call.all().forEach(call -> missing.add(asServed(call)));
  }

  /** Servers see no difference between the asynchronous clients. */
  private static Call asServed(Call call) {
    return call.sender().waits() ? call : new Call(call.kind(), Sender.NETWORK);
  }

  /** Runs all operations, and more until guests have served each kind of call by each client. */
  static void run(Oracle oracle, EmbeddedCluster cluster) throws Exception {
    ServedCalls calls = new ServedCalls(cluster);
    oracle.run(calls);
    for (int more = 0; more < MOST_MORE && !calls.missing.isEmpty(); more += SOME_MORE) {
      oracle.run(SOME_MORE, calls);
    }
    assertThat(calls.missing).as("calls of which guests have served none").isEmpty();
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  /** Takes in an operation that has ended, by its calls. */
  @Override
  public void accept(Set<Call> calls) {
    long before = served;
    served = served();
    if (calls.size() == 1 && served > before && !mayScan) {
      calls.forEach(call -> missing.remove(asServed(call)));
    }
    mayScan = calls.stream().anyMatch(call -> call.kind() == Kind.SCAN);
  }
}
