package io.halite.coprocessor.host;

import static org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType.REGION_NAME;

import io.halite.routing.host.RequestedMetrics;
import java.io.IOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;

/**
 * The messages that change one row of an owner region. Their cells travel beside them: inside of a
 * message there is no room for the tags of a cell.
 */
final class RowRequests {
  private RowRequests() {}

  /** One mutation by itself. */
  static MutateRequest mutate(byte[] region, Mutation mutation, Nonce nonce) throws IOException {
    return mutateRequest(region, mutation, nonce).build();
  }

  /** One mutation under a condition. */
  static MutateRequest mutateIf(byte[] region, CheckAndMutate check, Nonce nonce)
      throws IOException {
    return mutateRequest(region, (Mutation) check.getAction(), nonce)
        .setCondition(condition(check))
        .build();
  }

  /** Several mutations as one. */
  static MultiRequest mutateAll(byte[] region, RowMutations mutations, Nonce nonce)
      throws IOException {
    return multiRequest(atomic(region, mutations, nonce), nonce);
  }

  /** Several mutations as one, under a condition. */
  static MultiRequest mutateAllIf(
      byte[] region, CheckAndMutate check, RowMutations mutations, Nonce nonce) throws IOException {
    return multiRequest(atomic(region, mutations, nonce).setCondition(condition(check)), nonce);
  }

  private static MutateRequest.Builder mutateRequest(byte[] region, Mutation mutation, Nonce nonce)
      throws IOException {
    MutateRequest.Builder request =
        MutateRequest.newBuilder()
            .setRegion(specifier(region))
            .setMutation(message(mutation, nonce));
    return nonce.equals(Nonce.NONE) ? request : request.setNonceGroup(nonce.group());
  }

  private static MultiRequest multiRequest(RegionAction.Builder actions, Nonce nonce) {
    MultiRequest.Builder request = MultiRequest.newBuilder().addRegionAction(actions);
    return (nonce.equals(Nonce.NONE) ? request : request.setNonceGroup(nonce.group())).build();
  }

  private static RegionAction.Builder atomic(byte[] region, RowMutations mutations, Nonce nonce)
      throws IOException {
    RegionAction.Builder actions =
        RegionAction.newBuilder().setRegion(specifier(region)).setAtomic(true);
    for (Mutation mutation : mutations.getMutations()) {
      actions.addAction(ClientProtos.Action.newBuilder().setMutation(message(mutation, nonce)));
    }
    return actions;
  }

  private static MutationProto message(Mutation mutation, Nonce nonce) throws IOException {
    boolean repeatable = mutation instanceof Put || mutation instanceof Delete;
    return ProtobufUtil.toMutationNoData(
        type(mutation),
        mutation,
        MutationProto.newBuilder(),
        repeatable ? HConstants.NO_NONCE : nonce.number());
  }

  private static MutationType type(Mutation mutation) throws IOException {
    if (mutation instanceof Put) {
      return MutationType.PUT;
    }
    if (mutation instanceof Delete) {
      return MutationType.DELETE;
    }
    if (mutation instanceof Increment) {
      return MutationType.INCREMENT;
    }
    if (mutation instanceof Append) {
      return MutationType.APPEND;
    }
    throw new IOException(
        "a mutation of class "
            + mutation.getClass().getName()
            + " cannot be sent: send a Put, Delete, Increment or Append");
  }

  private static Condition condition(CheckAndMutate check) throws IOException {
    Condition condition =
        check.hasFilter()
            ? ProtobufUtil.toCondition(check.getRow(), check.getFilter(), check.getTimeRange())
            : ProtobufUtil.toCondition(
                check.getRow(),
                check.getFamily(),
                check.getQualifier(),
                check.getCompareOp(),
                check.getValue(),
                check.getTimeRange());
    return RequestedMetrics.of(check)
        ? condition.toBuilder().setQueryMetricsEnabled(true).build()
        : condition;
  }

  private static RegionSpecifier specifier(byte[] region) {
    return RequestConverter.buildRegionSpecifier(REGION_NAME, region);
  }
}
