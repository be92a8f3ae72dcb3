package io.halite.it.guards;

import io.halite.coprocessor.master.SaltingMasterObserver;
import io.halite.it.cluster.EmbeddedCluster;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Starts the one cluster on which the promises of this package are kept. */
class GuardsIT {
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            1,
            settings ->
                settings.set(
                    CoprocessorHost.MASTER_COPROCESSOR_CONF_KEY,
                    SaltingMasterObserver.class.getName()));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @Nested
  class HookFaults extends HookFaultPromises {
    HookFaults() throws Exception {
      super(cluster);
    }
  }

  @Nested
  class Alters extends AlterPromises {
    Alters() throws Exception {
      super(cluster);
    }
  }

  @Nested
  class LostObservers extends LostObserverPromises {
    LostObservers() throws Exception {
      super(cluster);
    }
  }

  @Nested
  class ExpiredRows extends ExpiredRowsPromises {
    ExpiredRows() throws Exception {
      super(cluster);
    }
  }

  @Nested
  class Replicas extends ReplicaPromises {
    Replicas() throws Exception {
      super(cluster);
    }
  }

  @Nested
  class OtherPaths extends OtherPathPromises {
    OtherPaths() throws Exception {
      super(cluster);
    }
  }
}
