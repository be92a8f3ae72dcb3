package io.halite.routing.endpoint;

import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.ServiceException;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.jspecify.annotations.Nullable;

/**
 * Both ends of a call to a region's service. On the server, whatever the work throws becomes an
 * answer; on the client, the caller gets the region's own exception. Stateless.
 */
public final class Answers {
  private Answers() {}

  /** The work at either end. */
  public interface Body<R, E extends Exception> {
    R run() throws E;
  }

  /**
   * Runs {@code body} in a region and answers with its response, or with null and the exception in
   * the controller. It throws nothing, because a region server takes an exception here for a
   * failure of its own.
   *
   * <p>An exception that is not an {@link IOException} is sent as a {@link DoNotRetryIOException},
   * because a client retries any other until its timeout. An {@link IllegalArgumentException} is
   * the caller's mistake and keeps its message.
   */
  public static <R> void answer(
      RpcController controller, RpcCallback<R> done, Body<R, IOException> body) {
    @Nullable R response = null;
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

  /**
   * Calls a region and waits.
   *
   * @throws IOException the exception with which the region failed
   */
  public static <R> R call(Body<R, ServiceException> call) throws IOException {
    try {
      return call.run();
    } catch (ServiceException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e);
    }
  }

  private static String message(Throwable e) {
    return e instanceof IllegalArgumentException
        ? String.valueOf(e.getMessage())
        : "halite failed: " + e;
  }
}
