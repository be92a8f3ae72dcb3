package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.junit.jupiter.api.Test;

/** A flush before a write of another spec fails, and then the write itself. */
class UnheardFailureTest {
  private final MutatorFakes fakes = new MutatorFakes();

  @Test
  void theListenerHearsOfTheEarlierWrites() throws Exception {
    TableSpec spec = Salted.known();
    List<RetriesExhaustedWithDetailsException> heard = new ArrayList<>();
    BufferedMutator mutator =
        DirectMutator.open(
            MutatorFakes.params().listener((failures, any) -> heard.add(failures)),
            Salted.conf(),
            fakes.connection,
            spec);
    mutator.mutate(Salted.put("one"));
    IOException broken = new IOException("broken");
    IOException full = new IOException("full");
    fakes.real.on(
        "flush",
        any -> {
          fakes.fail(broken, fakes.buffered.get(0));
          return null;
        });
    fakes.real.on(
        "mutate",
        any -> {
          throw full;
        });
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    assertThatThrownBy(() -> mutator.mutate(Salted.put("two"))).isSameAs(full);
    assertThat(heard).hasSize(1);
    assertThat(heard.get(0).getCauses()).containsExactly(broken);
  }
}
