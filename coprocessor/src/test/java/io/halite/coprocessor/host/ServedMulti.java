package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A region server in one page: walks a multi request as HBase 2.6 does, and asks at each batch what
 * a gateway region asks there.
 *
 * <p>In a region action that is neither conditional nor atomic, gets run at once and leave the puts
 * and deletes around them together; increments and appends run alone, after the puts and deletes
 * before them.
 */
final class ServedMulti {
  private static final int MOST_GETS = 2;

  private final Set<String> servedRegions;
  private final BooleanSupplier refusesEarly;
  private final BooleanSupplier refuses;

  ServedMulti(Set<String> servedRegions) {
    this(servedRegions, () -> false, () -> false);
  }

  /** Some batches are refused before they begin, and some before a gateway could ask. */
  ServedMulti(Set<String> servedRegions, BooleanSupplier refusesEarly, BooleanSupplier refuses) {
    this.servedRegions = servedRegions;
    this.refusesEarly = refusesEarly;
    this.refuses = refuses;
  }

  /** Begins a batch; returns whether it is refused. */
  private boolean isRefused(String region, List<MutationProto> mutations) {
    read(mutations);
    if (refusesEarly.getAsBoolean()) {
      return true;
    }
    ClientRequest.current().batchBegins(Requests.bytes(region));
    return refuses.getAsBoolean();
  }

  void serve(MultiRequest request) {
    for (RegionAction actions : request.getRegionActionList()) {
      String region = actions.getRegion().getValue().toStringUtf8();
      List<MutationProto> mutations =
          actions.getActionList().stream()
              .filter(Action::hasMutation)
              .map(Action::getMutation)
              .toList();
      if (!servedRegions.contains(region)) {
        read(mutations);
        continue;
      }
      if (request.hasCondition() || actions.hasCondition()) {
        conditional(region, mutations);
        if (request.hasCondition()) {
          return;
        }
      } else if (actions.getAtomic()) {
        atomic(region, mutations);
      } else {
        each(region, actions.getActionList());
      }
    }
  }

  /** Reads the cells of mutations, if there are some beside the request, before it serves them. */
  private static void read(List<MutationProto> mutations) {
    CellScanner cells = RpcServer.getCurrentCall().orElseThrow().getCellScanner();
    int count = mutations.stream().mapToInt(MutationProto::getAssociatedCellCount).sum();
    try {
      for (int i = 0; cells != null && i < count; i++) {
        assertThat(cells.advance()).isTrue();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Some are refused before any hook sees them, and some before one asks for the nonce. */
  private void conditional(String region, List<MutationProto> mutations) {
    read(mutations);
    if (refusesEarly.getAsBoolean()) {
      return;
    }
    ClientRequest.current()
        .conditionBegins(
            Requests.bytes(region),
            row(mutations),
            mutations.stream().anyMatch(ServedMulti::isNonced));
    if (refuses.getAsBoolean()) {
      return;
    }
    assertThat(ClientRequest.current().conditionalNonce())
        .as("condition on %s", mutations)
        .isEqualTo(nonce(mutations));
  }

  private void atomic(String region, List<MutationProto> mutations) {
    if (isRefused(region, mutations)) {
      return;
    }
    if (mutations.size() == 1) {
      single(region, mutations.get(0));
    } else {
      assertThat(several(region, mutations)).as("atomic %s", mutations).contains(nonce(mutations));
    }
  }

  private void each(String region, List<Action> actions) {
    List<MutationProto> batch = new ArrayList<>();
    int ahead = 0;
    for (int i = 0; i < actions.size(); i++) {
      if (actions.get(i).hasGet()) {
        ahead = ahead > 0 ? ahead - 1 : gets(region, actions.subList(i, actions.size())) - 1;
      } else if (isNonced(actions.get(i).getMutation())) {
        flush(region, batch);
        MutationProto mutation = actions.get(i).getMutation();
        if (!isRefused(region, List.of(mutation))) {
          single(region, mutation);
        }
      } else {
        batch.add(actions.get(i).getMutation());
      }
    }
    flush(region, batch);
  }

  /** Asks for the run of gets that begins here; returns how many are served by it. */
  private static int gets(String region, List<Action> rest) {
    List<String> expected =
        rest.stream()
            .takeWhile(Action::hasGet)
            .limit(MOST_GETS)
            .map(action -> action.getGet().getRow().toStringUtf8())
            .takeWhile(ServedMulti::isPlain)
            .toList();
    byte[] row = rest.get(0).getGet().getRow().toByteArray();
    try {
      assertThat(
              ClientRequest.current()
                  .run(
                      Requests.bytes(region),
                      row,
                      MOST_GETS,
                      get -> isPlain(Bytes.toString(get.getRow()))))
          .extracting(get -> Bytes.toString(get.getRow()))
          .isEqualTo(expected);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Math.max(1, expected.size());
  }

  /** Stands for what a gateway reads by itself, such as a get with a filter. */
  private static boolean isPlain(String row) {
    return !row.equals("row2");
  }

  private void flush(String region, List<MutationProto> batch) {
    if (!batch.isEmpty()
        && !isRefused(region, batch)
        && batch.size() > 1
        && batch.stream().map(MutationProto::getRow).distinct().count() == 1) {
      assertThat(several(region, batch)).as("single ones %s", batch).isEmpty();
    }
    batch.clear();
  }

  private static void single(String region, MutationProto mutation) {
    if (isNonced(mutation)) {
      assertThat(
              ClientRequest.current()
                  .singleNonce(Requests.bytes(region), mutation.getRow().toByteArray()))
          .as("single %s", mutation)
          .isEqualTo(nonce(List.of(mutation)));
    }
  }

  private static Optional<Nonce> several(String region, List<MutationProto> mutations) {
    return ClientRequest.current()
        .atomicNonce(
            Requests.bytes(region),
            row(mutations),
            mutations.size(),
            mutations.stream().anyMatch(ServedMulti::isNonced));
  }

  private static byte[] row(List<MutationProto> mutations) {
    return mutations.get(0).getRow().toByteArray();
  }

  private static Nonce nonce(List<MutationProto> mutations) {
    return mutations.stream()
        .filter(MutationProto::hasNonce)
        .findFirst()
        .map(mutation -> new Nonce(Requests.GROUP, mutation.getNonce()))
        .orElse(Nonce.NONE);
  }

  private static boolean isNonced(MutationProto mutation) {
    return mutation.getMutateType() == MutationType.INCREMENT
        || mutation.getMutateType() == MutationType.APPEND;
  }
}
