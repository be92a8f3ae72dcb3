package io.halite.it.outcome;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * Which answers are lost: those to conditional writes, increments and appends of some tables, or
 * those to their puts or deletes.
 */
final class Losses {
  private static final AtomicReference<List<Losses>> CURRENT = new AtomicReference<>(List.of());

  private final TableName table;
  private final Set<MutationType> wanted;
  private final Map<Way, Integer> percent;
  private final Map<Way, AtomicInteger> spared = new EnumMap<>(Way.class);
  private final Map<Way, AtomicInteger> next = new EnumMap<>(Way.class);
  private final Map<Way, AtomicInteger> lost = new EnumMap<>(Way.class);
  private volatile CompletableFuture<Void> noticed = CompletableFuture.completedFuture(null);

  /** Between which of the three an answer is lost: client, gateway, owner. */
  enum Way {
    CLIENT,
    FORWARD
  }

  private Losses(TableName table, Set<MutationType> wanted, Map<Way, Integer> percent) {
    this.table = table;
    this.wanted = wanted;
    this.percent = percent;
    for (Way way : Way.values()) {
      spared.put(way, new AtomicInteger());
      next.put(way, new AtomicInteger());
      lost.put(way, new AtomicInteger());
    }
  }

  /** Losses of a table; a way without a percentage loses none by chance. */
  static Losses of(TableName table, Map<Way, Integer> percent) {
    return begin(
        new Losses(table, EnumSet.of(MutationType.INCREMENT, MutationType.APPEND), percent));
  }

  /** The same of puts. */
  static Losses ofPuts(TableName table, Map<Way, Integer> percent) {
    return begin(new Losses(table, EnumSet.of(MutationType.PUT), percent));
  }

  /** The same of deletes. */
  static Losses ofDeletes(TableName table, Map<Way, Integer> percent) {
    return begin(new Losses(table, EnumSet.of(MutationType.DELETE), percent));
  }

  private static Losses begin(Losses losses) {
    CURRENT.updateAndGet(all -> Stream.concat(all.stream(), Stream.of(losses)).toList());
    return losses;
  }

  static void end() {
    CURRENT.getAndSet(List.of()).forEach(losses -> losses.noticed.complete(null));
  }

  /** Loses the next answers on a way. */
  void loseNext(Way way, int answers) {
    next.get(way).set(answers);
  }

  /** Loses the next answers on a way, which their callers notice when all losses end. */
  void loseNextUnnoticed(Way way, int answers) {
    noticed = new CompletableFuture<>();
    loseNext(way, answers);
  }

  /** Loses all answers on a way but the next ones. */
  void loseAllBut(Way way, int answers) {
    spared.get(way).set(answers);
    loseNext(way, Integer.MAX_VALUE);
  }

  int lost(Way way) {
    return lost.get(way).get();
  }

  /**
   * The loss of an answer, if it is lost: completed when its caller is to notice it. An answer that
   * refuses the whole request arrives.
   */
  static Optional<CompletableFuture<Void>> loss(Way way, Message request, Message answer) {
    return CURRENT.get().stream()
        .filter(losses -> !isRefusal(answer) && losses.take(way, request))
        .findFirst()
        .map(losses -> losses.noticed);
  }

  /** Another request than a batch is refused by an error in place of an answer. */
  private static boolean isRefusal(Message answer) {
    return answer instanceof MultiResponse multi
        && multi.getRegionActionResultList().stream().allMatch(RegionActionResult::hasException);
  }

  private boolean take(Way way, Message request) {
    if (!concerns(request) || isDue(spared, way)) {
      return false;
    }
    boolean due = isDue(next, way);
    if (due || ThreadLocalRandom.current().nextInt(100) < percent.getOrDefault(way, 0)) {
      lost.get(way).incrementAndGet();
      return true;
    }
    return false;
  }

  private static boolean isDue(Map<Way, AtomicInteger> counts, Way way) {
    return counts.get(way).getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  private boolean concerns(Message request) {
    if (request instanceof MutateRequest mutate) {
      return isOf(mutate.getRegion()) && (mutate.hasCondition() || isWanted(mutate.getMutation()));
    }
    return request instanceof MultiRequest multi
        && multi.getRegionActionList().stream().anyMatch(this::concerns);
  }

  private boolean concerns(RegionAction actions) {
    return isOf(actions.getRegion())
        && (actions.hasCondition()
            || actions.getActionList().stream().map(Action::getMutation).anyMatch(this::isWanted));
  }

  private boolean isOf(RegionSpecifier region) {
    return RegionInfo.getTable(region.getValue().toByteArray()).equals(table);
  }

  private boolean isWanted(MutationProto mutation) {
    return wanted.contains(mutation.getMutateType());
  }
}
