package io.halite.coprocessor.host;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcCallback;
import org.apache.hadoop.hbase.ipc.ServerCall;

/**
 * What a handler thread forgets when HBase has the answer to the request that it has served.
 *
 * <p>A call has one place for what is to be done then. HBase puts its own there without a look at
 * what it replaces, as it begins to read for a get of a multi request. So each hook looks whether
 * this is still there, and this does what HBase has put there, too. Not thread-safe.
 */
final class RequestEnd {
  private static final MethodHandle AT_END = HostMethod.of(ServerCall.class, "getCallBack");

  private final Set<Runnable> forgets = new LinkedHashSet<>();

  private record Callback(RequestEnd end, Optional<RpcCallback> ofHost) implements RpcCallback {
    @Override
    public void run() throws IOException {
      try {
        end.run();
      } finally {
        if (ofHost.isPresent()) {
          ofHost.get().run();
        }
      }
    }
  }

  /** Has it run at the end of a call, once; a call that HBase's server has not made has no end. */
  void add(Runnable forget, RpcCall call) {
    forgets.add(forget);
    if (call instanceof ServerCall<?> served) {
      Optional<RpcCallback> last = last(served);
      if (last.isPresent() && last.get() instanceof Callback ours) {
        // Of another hook, where it is a get or a scan, which is not remembered.
        ours.end().forgets.add(forget);
      } else {
        served.setCallBack(new Callback(this, last));
      }
    }
  }

  private static Optional<RpcCallback> last(ServerCall<?> call) {
    try {
      return Optional.ofNullable((RpcCallback) AT_END.invoke(call));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("ServerCall.getCallBack cannot be called", e);
    }
  }

  /** The request has ended. */
  void run() {
    forgets.forEach(Runnable::run);
    forgets.clear();
  }
}
