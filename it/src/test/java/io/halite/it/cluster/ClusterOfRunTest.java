package io.halite.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer.MethodName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each test gets what the one before it has left: they run in the order of their names. */
@ExtendWith(ClusterOfRunTest.Shared.class)
@TestMethodOrder(MethodName.class)
class ClusterOfRunTest {
  private static final List<Fake> GIVEN = new ArrayList<>();

  /** A cluster that is only a flag. */
  static final class Fake implements AutoCloseable {
    private boolean dead;
    private boolean closed;
    private int cleared;

    @Override
    public void close() {
      closed = true;
    }
  }

  static final class Shared extends ClusterOfRun<Fake> {
    Shared() {
      super(Fake.class, Fake::new);
    }

    @Override
    protected boolean runs(Fake cluster) {
      return !cluster.dead;
    }

    @Override
    protected void clear(Fake cluster) {
      cluster.cleared++;
    }
  }

  @Test
  void aTestGetsARunningCluster(Fake cluster) {
    GIVEN.add(cluster);
    assertThat(cluster.dead).isFalse();
  }

  @Test
  void bNextTestGetsTheSameWhichIsClearedAtTheEndOfEachClass(Fake cluster) throws Exception {
    assertThat(cluster).isSameAs(GIVEN.get(0));
    new Shared().ended(Fake.class);
    assertThat(cluster.cleared).as("times cleared after a class inside of another").isZero();
    new Shared().ended(ClusterOfRunTest.class);
    assertThat(cluster.cleared).isEqualTo(1);
    cluster.dead = true;
    new Shared().ended(ClusterOfRunTest.class);
    assertThat(cluster.cleared).as("times cleared, at last without a master").isEqualTo(1);
  }

  @Test
  void cDeadClusterIsClosedAndReplaced(Fake cluster) {
    assertThat(GIVEN.get(0).closed).isTrue();
    assertThat(cluster).isNotSameAs(GIVEN.get(0));
    assertThat(cluster.dead).isFalse();
  }
}
