package io.halite.it.upstream;

import io.halite.it.cluster.ChangedClass;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Gives the clusters of unedited suites what doors need: three region servers and user tables of
 * three regions. It changes two methods of HBase before the JVM loads their classes, in both modes
 * alike.
 *
 * <p>A suite is over soon and has few connections. So in the mode with doors a gateway region looks
 * for doors before its first request, and sends each connection to another server: by itself it
 * would keep the first; and the creation of a table waits until its first region redirects. {@link
 * GuestRequests} sees each door.
 *
 * <p>The added regions lie above {@code FD}, where no suite has rows: a suite finds all rows in the
 * first region, as in a table of one.
 */
final class WideClusters {
  private WideClusters() {}

  /** Changes the classes of the clusters; none of them may have been loaded. */
  static void install() {
    ChangedClass.load(
        "org.apache.hadoop.hbase.StartMiniClusterOption",
        ThreeServers.class,
        ElementMatchers.named("getNumRegionServers"));
    ChangedClass.load(
        "org.apache.hadoop.hbase.master.HMaster",
        ThreeRegions.class,
        ElementMatchers.named("createTable"));
  }

  /** Changes the classes of the clusters and of their doors; none of them may have been loaded. */
  static void installWithDoors() {
    install();
    ChangedClass.load(
        "org.apache.hadoop.hbase.client.Admin",
        TimeForDoors.class,
        ElementMatchers.named("createTable").and(ElementMatchers.takesArguments(2)));
    ChangedClass.load(
        "io.halite.coprocessor.door.GatewayRegion",
        UsedRegion.class,
        ElementMatchers.named("isUsed"));
    ChangedClass.load(
        "io.halite.coprocessor.door.DoorLoads", OtherDoor.class, ElementMatchers.named("least"));
    ChangedClass.load(
        "io.halite.coprocessor.door.DoorCounts",
        CountedDoor.class,
        ElementMatchers.isConstructor());
  }

  /** The body that follows each {@code StartMiniClusterOption.getNumRegionServers}. */
  static final class ThreeServers {
    private ThreeServers() {}

    @Advice.OnMethodExit
    static void after(@Advice.Return(readOnly = false) int servers) {
      servers = Math.max(servers, 3);
    }
  }

  /** The body before each {@code HMaster.createTable}. */
  static final class ThreeRegions {
    private ThreeRegions() {}

    @Advice.OnMethodEnter
    static void before(
        @Advice.Argument(0) TableDescriptor table,
        @Advice.Argument(value = 1, readOnly = false) byte[][] splitKeys) {
      if (!table.getTableName().isSystemTable() && (splitKeys == null || splitKeys.length == 0)) {
        splitKeys = new byte[][] {{(byte) 0xFD}, {(byte) 0xFE}};
      }
    }
  }

  /** The bodies around each {@code Admin.createTable}, of which the others call this one. */
  static final class TimeForDoors {
    private TimeForDoors() {}

    @Advice.OnMethodEnter
    static void before(@Advice.Argument(0) TableDescriptor table) {
      OpenDoors.forget(table.getTableName());
    }

    @Advice.OnMethodExit
    static void after(@Advice.Argument(0) TableDescriptor table) {
      OpenDoors.await(table.getTableName());
    }
  }

  /** The body that follows each {@code GatewayRegion.isUsed}. */
  static final class UsedRegion {
    private UsedRegion() {}

    @Advice.OnMethodExit
    static void after(@Advice.This Object gateway, @Advice.Return(readOnly = false) boolean used) {
      OpenDoors.look(gateway);
      if (!used) {
        used = true;
      }
    }
  }

  /** The body that follows each {@code DoorLoads.least}. */
  static final class OtherDoor {
    private OtherDoor() {}

    @Advice.OnMethodExit
    static void after(
        @Advice.Argument(0) ServerName here,
        @Advice.Argument(1) List<ServerName> others,
        @Advice.Return(readOnly = false) ServerName door) {
      if (door.equals(here) && !others.isEmpty()) {
        door = others.get(0);
      }
    }
  }

  /** The body that follows each constructor of {@code DoorCounts}. */
  static final class CountedDoor {
    private CountedDoor() {}

    @Advice.OnMethodExit
    static void after(@Advice.This Object counts) {
      GuestRequests.of(counts);
    }
  }
}
