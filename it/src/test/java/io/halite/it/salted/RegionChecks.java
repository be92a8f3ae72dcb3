package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.master.hbck.HbckReport;
import org.apache.hadoop.hbase.util.HBaseFsck;

/** HBase's own checks of all regions of a cluster. */
record RegionChecks(EmbeddedCluster cluster) {
  private HMaster master() {
    return cluster.utility().getMiniHBaseCluster().getMaster();
  }

  /** What {@code hbck_chore_run} finds. */
  private List<Object> wrong() throws Exception {
    try (Hbck hbck = cluster.connection().getHbck()) {
      assertThat(hbck.runHbckChore()).isTrue();
    }
    HbckReport report = master().getHbckChore().getLastReport();
    List<Object> wrong = new ArrayList<>(report.getOrphanRegionsOnRS().keySet());
    wrong.addAll(report.getOrphanRegionsOnFS().keySet());
    wrong.addAll(report.getInconsistentRegions().keySet());
    return wrong;
  }

  /** {@code hbck_chore_run}, the catalog janitor and {@code hbase hbck} find nothing wrong. */
  void assertNothingWrong() throws Exception {
    // Servers report a daughter before the master has entered it everywhere.
    cluster.utility().waitFor(30_000, 500, () -> wrong().isEmpty());
    master().getCatalogJanitor().scan();
    assertThat(master().getCatalogJanitor().getLastReport().isEmpty())
        .as("%s", master().getCatalogJanitor().getLastReport())
        .isTrue();
    // The janitor has the directories of split parents deleted, which hbck must not see half.
    cluster
        .utility()
        .waitFor(30_000, 50, master().getMasterProcedureExecutor().getActiveProcIds()::isEmpty);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (HBaseFsck fsck = new HBaseFsck(cluster.configuration(), threads)) {
      fsck.setTimeLag(0);
      fsck.setCheckHdfs(true);
      fsck.connect();
      fsck.onlineHbck();
      assertThat(fsck.getErrors().getErrorList()).isEmpty();
    } finally {
      threads.shutdownNow();
    }
  }
}
