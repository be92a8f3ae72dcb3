package io.halite.coprocessor.host;

import java.io.IOException;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/** What RPCs to regions throw. */
public final class RegionRpcFailures {
  private RegionRpcFailures() {}

  /** What is thrown if no answer came. */
  public static IOException noAnswer(IOException seen) {
    return RemoteFailure.answered(new ServiceException(seen));
  }
}
