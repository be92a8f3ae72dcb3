package io.halite.it.upstream;

import io.halite.it.cluster.ChangedClass;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.jspecify.annotations.Nullable;

/**
 * Corrects a scanner of HBase's asynchronous client that can wait forever, on tables of any kind:
 * it forgets a resumer that it is given while it calls the one before (see {@code
 * ForgottenResumerTest} of the oracle). Suites that read a few cells at a time would end at random,
 * in both modes, where processors are few.
 */
final class KeptResumer {
  private static final String SCANNER = "org.apache.hadoop.hbase.client.AsyncTableResultScanner";

  private KeptResumer() {}

  /** Changes the class of the scanner, which must not have been loaded. */
  static void install() {
    ChangedClass.load(SCANNER, Forgetting.class, ElementMatchers.named("resumePrefetch"));
  }

  static byte[] bytes() {
    return ChangedClass.bytes(SCANNER, Forgetting.class, ElementMatchers.named("resumePrefetch"));
  }

  /** In place of the body of {@code AsyncTableResultScanner.resumePrefetch}. */
  static final class Forgetting {
    private Forgetting() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean instead(
        @Advice.FieldValue(value = "resumer", readOnly = false) @Nullable ScanResumer resumer) {
      ScanResumer last = resumer;
      resumer = null;
      if (last != null) {
        last.resume();
      }
      return true;
    }
  }
}
