package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A listener that closes the mutator, told of a failure before a write of another spec is added.
 */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClosingListenerTest {
  private final MutatorFakes fakes = new MutatorFakes();

  private static Thread closing(BufferedMutator mutator) {
    Thread thread =
        new Thread(
            () -> {
              try {
                mutator.close();
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void itClosesBesideAnotherThreadThatDoes() throws Exception {
    TableSpec spec = Salted.known();
    AtomicReference<Thread> other = new AtomicReference<>();
    AtomicBoolean told = new AtomicBoolean();
    BufferedMutator mutator =
        DirectMutator.open(
            MutatorFakes.params()
                .listener(
                    (failures, any) -> {
                      told.set(true);
                      try {
                        any.close();
                      } catch (IOException e) {
                        throw new IllegalStateException(e);
                      }
                    }),
            Salted.conf(),
            fakes.connection,
            spec);
    mutator.mutate(Salted.put("one"));
    fakes.real.on("close", any -> null);
    fakes.real.on(
        "flush",
        any -> {
          other.set(closing(mutator));
          while (other.get().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
          }
          fakes.fail(new IOException("broken"), fakes.buffered.get(0));
          return null;
        });
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    mutator.mutate(Salted.put("one"));
    other.get().join();
    assertThat(told).as("the listener was told").isTrue();
    assertThat(fakes.buffered).as("the write of the new spec is added").hasSize(2);
  }
}
