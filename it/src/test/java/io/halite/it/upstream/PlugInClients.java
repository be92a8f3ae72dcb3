package io.halite.it.upstream;

import io.halite.it.cluster.ChangedClass;
import java.util.Optional;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/**
 * Counts what the plug-in of unedited suites sends to owners, and can leave every second table that
 * a suite opens to HBase's own client: then one half of the requests goes through gateways and the
 * other half to the owners, on the same rows.
 */
final class PlugInClients {
  private static final String PLUG_IN = "io.halite.client.plugin.";

  private PlugInClients() {}

  /** Counts the requests; none of the classes may have been loaded. */
  static void count() {
    ChangedClass.load(PLUG_IN + "Sent", CountedRequest.class, ElementMatchers.isConstructor());
    ChangedClass.load(PLUG_IN + "PlannedScan", CountedScan.class, ElementMatchers.named("of"));
  }

  /** The same, for every second table that is opened. */
  static void halve() {
    count();
    ChangedClass.load(
        PLUG_IN + "SaltedConnection", EverySecondTable.class, ElementMatchers.named("directed"));
    ChangedClass.load(
        PLUG_IN + "DirectMutator", EverySecondMutator.class, ElementMatchers.named("open"));
    ChangedClass.load(
        PLUG_IN + "DirectAsyncTableBuilder",
        EverySecondAsyncTable.class,
        ElementMatchers.named("build"));
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
  static final class EverySecondTable {
    private EverySecondTable() {}

    @Advice.OnMethodExit
    static void after(
        @Advice.Argument(1) Table plain, @Advice.Return(readOnly = false) Table table) {
      if (DirectRequests.isPlain()) {
        table = plain;
      }
    }
  }

  /** The body that follows {@code DirectMutator.open}. */
  static final class EverySecondMutator {
    private EverySecondMutator() {}

    @Advice.OnMethodExit
    static void after(
        @Advice.Argument(0) BufferedMutatorParams params,
        @Advice.Argument(1) Connection plain,
        @Advice.Return(readOnly = false) BufferedMutator mutator)
        throws java.io.IOException {
      if (DirectRequests.isPlain()) {
        mutator = plain.getBufferedMutator(params);
      }
    }
  }

  /** The body that follows {@code DirectAsyncTableBuilder.build}. */
  static final class EverySecondAsyncTable {
    private EverySecondAsyncTable() {}

    @Advice.OnMethodExit
    static void after(
        @Advice.FieldValue("real") AsyncTableBuilder<?> plain,
        @Advice.Return(readOnly = false) AsyncTable<?> table) {
      if (DirectRequests.isPlain()) {
        table = plain.build();
      }
    }
  }
}
