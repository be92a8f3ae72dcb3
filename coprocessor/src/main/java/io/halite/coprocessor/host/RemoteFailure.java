package io.halite.coprocessor.host;

import java.io.IOException;
import java.net.ConnectException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
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

  /**
   * Whether no connection could be set up, so that nothing was sent. Only an exception of this
   * server's own says so: that of an answer keeps its {@link RemoteException} around it.
   *
   * <p>An exception of SASL says no such thing: HBase throws it for an answer that it cannot
   * decrypt, too.
   */
  public static boolean isUnconnected(Throwable failure) {
    return failure instanceof SSLHandshakeException || isUnreachable(failure);
  }

  /** Whether no server was found at the address, so that nothing was sent. */
  public static boolean isUnreachable(Throwable failure) {
    return failure instanceof FailedServerException
        || failure instanceof ConnectException
        || failure.getCause() instanceof ConnectException;
  }

  /**
   * An exception with the class that a server named. An observer there may name a class of failed
   * connections after it has applied a write: its own call of another service has failed.
   */
  private static IOException named(RemoteException answer, IOException named) {
    return isUnconnected(named) ? answer : named;
  }

  /** The exception behind what a stub threw, with the class that the server gave it. */
  public static IOException cause(Throwable thrown) {
    Throwable cause = innermost(thrown);
    if (cause instanceof RemoteException remote) {
      return named(remote, remote.unwrapRemoteException());
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
      String text = String.valueOf(read.getMessage());
      return read instanceof IOException io
          ? named(new RemoteException(read.getClass().getName(), text), io)
          : new IOException(read);
    } catch (IOException e) {
      return e;
    }
  }
}
