package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RelocationTest {
  private final CompletableFuture<String> answer = new CompletableFuture<>();

  /** A query may call a region while another thread closes the client. */
  @Test
  void aCallBesideTheCloseIsOneWithoutALookUp() {
    Relocation closed = new Relocation(row -> KeyRange.all());
    closed.close();
    CompletableFuture<String> returned = closed.during(new byte[] {1}, answer);
    assertThat(answer.complete("page")).isTrue();
    assertThat(returned).isCompletedWithValue("page");
  }
}
