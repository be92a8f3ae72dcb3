package io.halite.coprocessor.owner;

import io.halite.coprocessor.owner.SaltingMetrics.Failure;
import io.halite.routing.table.MarkException;
import java.io.IOException;
import java.net.ConnectException;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.RetryImmediatelyException;
import org.apache.hadoop.hbase.exceptions.RegionOpeningException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.RegionServerAbortedException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.ipc.RemoteException;

/** What an owner's refusal means: repeat here, hand on unchanged, or let the client repeat. */
final class OwnerFailure {
  private OwnerFailure() {}

  /** The exception behind what a stub threw. */
  static IOException cause(Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof org.apache.hbase.thirdparty.com.google.protobuf.ServiceException
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof RemoteException remote) {
      return remote.unwrapRemoteException();
    }
    if (cause instanceof IOException io) {
      return io;
    }
    return cause instanceof Exception e
        ? ProtobufUtil.handleRemoteException(e)
        : new IOException(cause);
  }

  /** A refusal as a multi response carries it. */
  static IOException read(NameBytesPair refusal) {
    try {
      Throwable read = ProtobufUtil.toException(refusal);
      return read instanceof IOException io ? io : new IOException(read);
    } catch (IOException e) {
      return e;
    }
  }

  /**
   * Whether the answer proves that nothing ran, so that a repeat cannot apply anything twice.
   *
   * <p>A time-out or a lost connection proves nothing.
   */
  static boolean nothingRan(Throwable answer) {
    return answer instanceof NotServingRegionException
        || answer instanceof RegionOpeningException
        || answer instanceof RegionServerStoppedException
        || answer instanceof RegionServerAbortedException
        || answer instanceof ServerNotRunningYetException
        || answer instanceof CallQueueTooBigException
        || answer instanceof CallDroppedException
        || answer instanceof FailedServerException
        || answer instanceof ConnectException
        || answer.getCause() instanceof ConnectException
        || answer instanceof RetryImmediatelyException
        || MarkException.isIn(answer);
  }

  /** Whether the answer says that the region is elsewhere or away. */
  static boolean isMisplaced(Throwable answer) {
    return nothingRan(answer)
        && !(answer instanceof CallQueueTooBigException)
        && !(answer instanceof CallDroppedException)
        && !(answer instanceof RetryImmediatelyException)
        && !MarkException.isIn(answer);
  }

  /**
   * The answer as the client of the gateway may see it.
   *
   * <p>A refusal for good, and one that names a time, pass with their class. Everything else
   * becomes a busy region: retriable, and no reason for the client to forget its right location of
   * the gateway region.
   */
  static IOException forClient(IOException answer) {
    if (answer instanceof DoNotRetryIOException && !nothingRan(answer)) {
      return answer;
    }
    if (answer instanceof RegionTooBusyException || answer instanceof RpcThrottlingException) {
      return answer;
    }
    RegionTooBusyException busy =
        new RegionTooBusyException(
            "the owner region did not answer; whether it applied this is unknown; repeat: "
                + answer);
    busy.initCause(answer);
    return busy;
  }

  /** What a failed forward counts as, by the owner's answer or by what was made of it. */
  static Failure kind(Throwable answer) {
    if (answer instanceof RegionTooBusyException && answer.getCause() != null) {
      return kind(answer.getCause());
    }
    if (answer instanceof RegionTooBusyException
        || answer instanceof RpcThrottlingException
        || nothingRan(answer)) {
      return Failure.POSTPONED;
    }
    return answer instanceof DoNotRetryIOException ? Failure.REFUSED : Failure.UNKNOWN;
  }
}
