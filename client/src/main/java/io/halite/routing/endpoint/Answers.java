package io.halite.routing.endpoint;

import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.ServiceException;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;

/**
 * Both ends of a call to a region's service: the region's answers, whatever its work throws, and
 * the client's has the region's own exception. Stateless.
 */
public final class Answers {
  private Answers() {}

  /** A piece of work of either end. */
  public interface Body<R, E extends Exception> {
    R run() throws E;
  }

  /**
   * Runs {@code body} in a region and answers: with its response, or with null and the exception in
   * the controller. Nothing is thrown, since a region server takes that for a failure of its own.
   *
   * <p>What is no {@link IOException} goes out as a {@link DoNotRetryIOException}, as a client
   * would repeat anything else until its time is up; an {@link IllegalArgumentException} is the
   * caller's fault, and keeps its own words.
   */
  public static <R> void answer(
      RpcController controller, RpcCallback<R> done, Body<R, IOException> body) {
    R response = null;
    try {
      response = body.run();
    } catch (IOException e) {
      CoprocessorRpcUtils.setControllerException(controller, e);
    } catch (RuntimeException | LinkageError e) {
      CoprocessorRpcUtils.setControllerException(
          controller, new DoNotRetryIOException(message(e), e));
    }
    done.run(response);
  }

  /** Calls a region and waits; fails with what the region failed with. */
  public static <R> R call(Body<R, ServiceException> call) throws IOException {
    try {
      return call.run();
    } catch (ServiceException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e);
    }
  }

  private static String message(Throwable e) {
    return e instanceof IllegalArgumentException ? e.getMessage() : "halite failed: " + e;
  }
}
