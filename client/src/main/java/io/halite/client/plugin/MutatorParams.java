package io.halite.client.plugin;

import io.halite.routing.host.RequestAttributes;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;

/** The parameters of a buffered mutator, for HBase's own connection. Stateless. */
final class MutatorParams {
  private MutatorParams() {}

  /** Whether HBase's connection makes a mutator of another class than its own. */
  static boolean nameAnotherClass(BufferedMutatorParams params, Connection real) {
    return params.getImplementationClassName() != null
        || real.getConfiguration().get(BufferedMutator.CLASSNAME_KEY) != null;
  }

  /** A copy without a limit of cells. */
  static BufferedMutatorParams unlimited(BufferedMutatorParams params) {
    // HBase's clone leaves both timeouts out, and in 2.6.1 and 2.6.2 the attributes.
    BufferedMutatorParams copy =
        params
            .clone()
            .rpcTimeout(params.getRpcTimeout())
            .operationTimeout(params.getOperationTimeout())
            .maxKeyValueSize(0);
    RequestAttributes.put(RequestAttributes.of(params), copy);
    return copy;
  }
}
