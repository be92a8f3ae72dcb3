package io.halite.coprocessor.host;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * One of the batches into which a region server cuts a multi request: a conditional or an atomic
 * region action is one; of any other, each increment and append is one, and so are the puts and
 * deletes between two of them, whatever gets lie among these.
 *
 * @param cellsRead how many cells of the request HBase has read when it serves the batch
 */
record MultiBatch(ByteString region, Kind kind, List<MutationProto> mutations, int cellsRead) {
  /** What holds its mutations together. */
  enum Kind {
    CONDITIONAL,
    ATOMIC,
    EACH_FOR_ITSELF
  }

  /** Cuts a request as a region server does. */
  static List<MultiBatch> of(MultiRequest request) {
    Cut cut = new Cut();
    for (RegionAction actions : request.getRegionActionList()) {
      ByteString region = actions.getRegion().getValue();
      // Clients before HBase 2.4 put the one condition outside of the one region action.
      if (actions.hasCondition() || request.hasCondition()) {
        cut.add(region, Kind.CONDITIONAL, mutations(actions));
      } else if (actions.getAtomic()) {
        cut.add(region, Kind.ATOMIC, mutations(actions));
      } else {
        cut.addEach(region, mutations(actions));
      }
    }
    return cut.batches;
  }

  private static final class Cut {
    private final List<MultiBatch> batches = new ArrayList<>();
    private int cells;

    void add(ByteString region, Kind kind, List<MutationProto> mutations) {
      cells += mutations.stream().mapToInt(MutationProto::getAssociatedCellCount).sum();
      batches.add(new MultiBatch(region, kind, mutations, cells));
    }

    void addEach(ByteString region, List<MutationProto> mutations) {
      List<MutationProto> run = new ArrayList<>();
      for (MutationProto mutation : mutations) {
        if (MultiBatch.isNonced(mutation)) {
          if (!run.isEmpty()) {
            add(region, Kind.EACH_FOR_ITSELF, run);
            run = new ArrayList<>();
          }
          add(region, Kind.EACH_FOR_ITSELF, List.of(mutation));
        } else {
          run.add(mutation);
        }
      }
      if (!run.isEmpty()) {
        add(region, Kind.EACH_FOR_ITSELF, run);
      }
    }
  }

  private static List<MutationProto> mutations(RegionAction actions) {
    return actions.getActionList().stream()
        .filter(Action::hasMutation)
        .map(Action::getMutation)
        .toList();
  }

  private static boolean isNonced(MutationProto mutation) {
    return mutation.getMutateType() == MutationType.INCREMENT
        || mutation.getMutateType() == MutationType.APPEND;
  }

  /** Whether all of its mutations are of one row. */
  boolean isOneRow() {
    return mutations.stream().map(MutationProto::getRow).distinct().count() <= 1;
  }

  /** Whether all of its mutations are of this row of this region. */
  boolean isOf(ByteString regionName, ByteString row) {
    return beginsWith(regionName, row, mutations.size());
  }

  /**
   * Whether these may be all that HBase serves of it: once the answer to the multi has grown too
   * large, HBase takes no more of the mutations that each stand for themselves.
   */
  boolean isCutTo(ByteString regionName, ByteString row, int count) {
    return kind == Kind.EACH_FOR_ITSELF
        && count < mutations.size()
        && beginsWith(regionName, row, count);
  }

  /** Whether one is an increment or append: beside others these are in atomic batches alone. */
  boolean isNonced() {
    return mutations.stream().anyMatch(MultiBatch::isNonced);
  }

  private boolean beginsWith(ByteString regionName, ByteString row, int count) {
    return region.equals(regionName)
        && mutations.stream().limit(count).allMatch(each -> each.getRow().equals(row));
  }
}
