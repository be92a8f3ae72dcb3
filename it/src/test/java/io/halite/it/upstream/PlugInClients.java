package io.halite.it.upstream;

import io.halite.it.cluster.ChangedClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the plug-in of unedited suites sends to owners, and can leave every second request to
 * a table, and every second mutator, to HBase's own client: then one half of the requests goes
 * through gateways and the other half to the owners, on the same rows.
 */
final class PlugInClients {
  private static final String PLUG_IN = "io.halite.client.plugin.";

  private PlugInClients() {}

  /** A class of the plug-in, and the code that is added to some of its methods. */
  record Added(
      String name, Class<?> advice, ElementMatcher.Junction<? super MethodDescription> methods) {
    private void load() {
      ChangedClass.load(PLUG_IN + name, advice, methods);
    }

    byte[] bytes() {
      return ChangedClass.bytes(PLUG_IN + name, advice, methods);
    }
  }

  private static List<Added> counting() {
    return List.of(
        new Added("Sent", CountedRequest.class, ElementMatchers.isConstructor()),
        new Added("PlannedScan", CountedScan.class, ElementMatchers.named("of")));
  }

  /** What is added where half of the requests are left to HBase's own client. */
  static List<Added> halving() {
    List<Added> all = new ArrayList<>(counting());
    all.add(new Added("SaltedConnection", HalvedTable.class, ElementMatchers.named("directed")));
    all.add(new Added("DirectMutator", EverySecondMutator.class, ElementMatchers.named("open")));
    all.add(
        new Added(
            "DirectAsyncTableBuilder", HalvedAsyncTable.class, ElementMatchers.named("build")));
    all.add(new Added("PutLimits", KeptLimit.class, ElementMatchers.named("liftIn")));
    return all;
  }

  /** Counts the requests; none of the classes may have been loaded. */
  static void count() {
    counting().forEach(Added::load);
  }

  /** The same, and leaves half of the requests to HBase's own client. */
  static void halve() {
    halving().forEach(Added::load);
  }

  /** The body that follows the constructor of {@code Sent}. */
  static final class CountedRequest {
    private CountedRequest() {}

    @Advice.OnMethodExit
    static void after(@Advice.Argument(1) Row natural, @Advice.Argument(2) Row stored) {
      DirectRequests.request(natural, stored);
    }
  }

  /** The body that follows {@code PlannedScan.of}. */
  static final class CountedScan {
    private CountedScan() {}

    @Advice.OnMethodExit
    static void after(@Advice.Return Optional<?> plan) {
      DirectRequests.scan(plan.isPresent());
    }
  }

  /** The body that follows {@code SaltedConnection.directed}, which is given the plain table. */
  static final class HalvedTable {
    private HalvedTable() {}

    @Advice.OnMethodExit
    static void after(
        @Advice.Argument(1) Table plain, @Advice.Return(readOnly = false) Table table) {
      table = DirectRequests.half(table, plain);
    }
  }

  /** The body that follows {@code DirectMutator.open}. */
  static final class EverySecondMutator {
    private EverySecondMutator() {}

    @Advice.OnMethodExit
    static void after(
        @Advice.Argument(0) BufferedMutatorParams params,
        @Advice.Argument(2) Connection plain,
        @Advice.Return(readOnly = false) BufferedMutator mutator)
        throws java.io.IOException {
      mutator = DirectRequests.half(mutator, params, plain);
    }
  }

  /** The body that follows {@code DirectAsyncTableBuilder.build}. */
  static final class HalvedAsyncTable {
    private HalvedAsyncTable() {}

    @Advice.OnMethodExit
    static void after(
        @Advice.FieldValue("real") AsyncTableBuilder<?> plain,
        @Advice.Return(readOnly = false) AsyncTable<?> table) {
      table = DirectRequests.half(table, plain);
    }
  }

  /**
   * In place of the body of {@code PutLimits.liftIn}, after which HBase's own client would take
   * puts of any size: only the plug-in would refuse large ones.
   */
  static final class KeptLimit {
    private KeptLimit() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean skip() {
      return true;
    }

    @Advice.OnMethodExit
    static void after(
        @Advice.Argument(0) Configuration real,
        @Advice.Return(readOnly = false) @Nullable Configuration limited) {
      if (limited == null) {
        limited = real;
      }
    }
  }
}
