package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.junit.jupiter.api.Test;

/** A flush before a write of another spec fails, and then the write itself. */
class UnheardFailureTest {
  private final MutatorFakes fakes = new MutatorFakes();

  @Test
  void theListenerHearsOfTheEarlierWrites() throws Exception {
    assertTheListenerHearsOfTheEarlierWrites(new IOException("full"));
  }

  /** As that of a mutator that another thread has closed. */
  @Test
  void theListenerHearsOfTheEarlierWritesBeforeAnUncheckedFailureIsThrown() throws Exception {
    assertTheListenerHearsOfTheEarlierWrites(new IllegalStateException("closed"));
  }

  private void assertTheListenerHearsOfTheEarlierWrites(Exception full) throws Exception {
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
    theFlushFails(broken);
    theBufferThrows(full);
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    assertThatThrownBy(() -> mutator.mutate(Salted.put("two"))).isSameAs(full);
    assertThat(heard).hasSize(1);
    assertThat(heard.get(0).getCauses()).containsExactly(broken);
  }

  /** The listener of an application that names none throws what it hears. */
  private BufferedMutator thrower(TableSpec spec) throws Exception {
    BufferedMutator mutator =
        DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, spec);
    mutator.mutate(Salted.put("one"));
    return mutator;
  }

  private void theFlushFails(Exception broken) {
    fakes.real.on(
        "flush",
        any -> {
          fakes.fail(broken, fakes.buffered.get(0));
          return null;
        });
  }

  private void theBufferThrows(Exception full) {
    fakes.real.on(
        "mutate",
        any -> {
          throw full;
        });
  }

  private static RetriesExhaustedWithDetailsException failure(IOException cause, Row row) {
    return new RetriesExhaustedWithDetailsException(
        List.of(cause), List.of(row), List.of("server,1"));
  }

  /** HBase's table fails all writes that it is given. */
  private void theTableFails(IOException cause) {
    fakes.table.on(
        "batch",
        asked -> {
          Arrays.fill((Object[]) asked.get(1), cause);
          throw failure(cause, (Row) ((List<?>) asked.get(0)).get(0));
        });
  }

  @Test
  void theCallerHearsOfTheWriteIfTheListenerThrowsWhatItHearsOfTheEarlierOnes() throws Exception {
    TableSpec spec = Salted.known();
    BufferedMutator mutator = thrower(spec);
    IOException broken = new IOException("broken");
    theFlushFails(broken);
    IOException full = failure(new IOException("full"), Salted.put("two"));
    theBufferThrows(full);
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    assertThatThrownBy(() -> mutator.mutate(Salted.put("two")))
        .isSameAs(full)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1))
        .satisfies(e -> assertThat(causes(e.getSuppressed()[0])).containsExactly(broken));
  }

  @Test
  void theCallerHearsOfAWriteThatDoesNotFitIfTheListenerThrowsWhatItHearsOfTheEarlierOnes()
      throws Exception {
    TableSpec spec = Salted.known();
    BufferedMutator mutator = thrower(spec);
    IOException broken = new IOException("broken");
    theFlushFails(broken);
    IOException unfitting = new IOException("unfitting");
    theTableFails(unfitting);
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    assertThatThrownBy(() -> mutator.mutate(List.of(Salted.put("two"), Salted.put("x"))))
        .satisfies(e -> assertThat(causes(e)).containsExactly(broken))
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1))
        .satisfies(e -> assertThat(causes(e.getSuppressed()[0])).containsExactly(unfitting));
  }

  @Test
  void theCallerHearsOfAllThreeFailures() throws Exception {
    TableSpec spec = Salted.known();
    BufferedMutator mutator = thrower(spec);
    theFlushFails(new IOException("broken"));
    theTableFails(new IOException("unfitting"));
    IOException full = failure(new IOException("full"), Salted.put("two"));
    theBufferThrows(full);
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    assertThatThrownBy(() -> mutator.mutate(List.of(Salted.put("two"), Salted.put("x"))))
        .isSameAs(full)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
  }

  private static List<Throwable> causes(Throwable failure) {
    return ((RetriesExhaustedWithDetailsException) failure).getCauses();
  }
}
