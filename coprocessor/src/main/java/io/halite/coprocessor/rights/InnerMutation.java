package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.AccessControl;
import io.halite.routing.table.CopiedMutation;
import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * One mutation inside a conditional one, as the observers ahead of Halite judge it.
 *
 * <p>A plain region calls them when the condition holds, under the row lock. A gateway calls them
 * before it forwards, each with a copy. It refuses the mutation if an observer changes the copy,
 * because the change cannot reach the owner.
 */
final class InnerMutation {
  private final Mutation natural;

  InnerMutation(Mutation natural) {
    this.natural = natural;
  }

  /**
   * Passes if every observer ahead lets the mutation pass as it is.
   *
   * @throws IOException what an observer throws, such as an AccessDeniedException
   */
  void require(ObserversAhead observers, Optional<User> caller) throws IOException {
    MutationProto before = image(natural);
    observers.ask(
        caller,
        (observer, context) -> {
          Mutation copy = CopiedMutation.of(natural);
          ask(observer, context, copy);
          CellRights.refuseUndecided(copy);
          CellRights.leaveTagsToTheOwner(copy);
          AccessControl.copyTagsChecked(natural, copy);
          if (!image(copy).equals(before)) {
            throw new DoNotRetryIOException(
                "coprocessor "
                    + observer.getClass().getName()
                    + " changes the mutation inside a check-and-mutate, which a salted table cannot"
                    + " carry to the region that applies it: send the mutation without a condition,"
                    + " or load the coprocessor behind SaltingObserver");
          }
        });
  }

  private static void ask(
      RegionObserver observer,
      ObserverContext<RegionCoprocessorEnvironment> context,
      Mutation mutation)
      throws IOException {
    WALEdit edit = new WALEdit();
    if (mutation instanceof Put put) {
      observer.prePut(context, put, edit);
    } else if (mutation instanceof Delete delete) {
      observer.preDelete(context, delete, edit);
    } else if (mutation instanceof Increment increment) {
      observer.preIncrement(context, increment, edit);
    } else {
      observer.preAppend(context, (Append) mutation, edit);
    }
  }

  /** Returns the whole mutation as a message, with its attributes in the order of their names. */
  private static MutationProto image(Mutation mutation) throws IOException {
    MutationType type =
        mutation instanceof Put
            ? MutationType.PUT
            : mutation instanceof Delete
                ? MutationType.DELETE
                : mutation instanceof Increment ? MutationType.INCREMENT : MutationType.APPEND;
    MutationProto image = ProtobufUtil.toMutation(type, mutation);
    // Attributes have no order, and the copy has its own.
    return image.toBuilder()
        .clearAttribute()
        .addAllAttribute(
            image.getAttributeList().stream()
                .sorted(Comparator.comparing(NameBytesPair::getName))
                .toList())
        .build();
  }
}
