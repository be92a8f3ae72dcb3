package io.halite.coprocessor.host;

import java.io.IOException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/** Finds the exception of a server behind what its stub throws or its answer holds. Stateless. */
public final class RemoteFailure {
  private RemoteFailure() {}

  /** The exception that the server answered; a NoAnswerException if it did not answer. */
  static IOException answered(ServiceException thrown) {
    IOException cause = cause(thrown);
    return innermost(thrown) instanceof RemoteException ? cause : new NoAnswerException(cause);
  }

  private static Throwable innermost(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null
        && (cause instanceof ServiceException || cause instanceof NoAnswerException)) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** The exception behind what a stub threw, with the class that the server gave it. */
  public static IOException cause(Throwable thrown) {
    Throwable cause = innermost(thrown);
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

  /** The exception that the answer to a batch holds. */
  static IOException read(NameBytesPair refusal) {
    try {
      Throwable read = ProtobufUtil.toException(refusal);
      return read instanceof IOException io ? io : new IOException(read);
    } catch (IOException e) {
      return e;
    }
  }
}
