package io.halite.client.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {
  @Test
  void bytesOfBlocksAreLeftOutWhereTheClientDoesNotCountThem() {
    Map<String, Long> counts = new HashMap<>();
    counts.put("BYTES_IN_RESULTS", 64L);
    counts.put("ROWS_SCANNED", 3L);
    counts.put("ROWS_FILTERED", 1L);
    counts.put("RPC_CALLS", 2L);
    assertThat(ExplainCommand.was(2, 2, counts))
        .isEqualTo("2 rows with 2 cells, 64 B; 3 rows scanned, 1 of them filtered; 2 RPCs");
    counts.put("BLOCK_BYTES_SCANNED", 500L);
    assertThat(ExplainCommand.was(2, 2, counts)).endsWith(" filtered; 500 B of blocks; 2 RPCs");
  }
}
