package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.Test;

/** A table with two regions on each of four servers, of which the first one asks. */
class ScansElsewhereTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] REST = {7};

  /** What the servers answer, by the first row of their regions. */
  private final class Others implements ScansElsewhere.Wire {
    @Override
    public CompletableFuture<List<HRegionLocation>> locate(TableName table) throws IOException {
      located++;
      if (lost) {
        throw new IOException("no connection");
      }
      List<HRegionLocation> regions = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        regions.add(
            new HRegionLocation(
                RegionInfoBuilder.newBuilder(table).setStartKey(new byte[] {(byte) i}).build(),
                server(i % 4)));
      }
      regions.add(new HRegionLocation(RegionInfoBuilder.newBuilder(table).build(), null));
      return CompletableFuture.completedFuture(regions);
    }

    @Override
    public CompletableFuture<Optional<byte[]>> request(
        TableName table, byte[] row, ScanTicket ticket) {
      asked.add((int) row[0]);
      return answer;
    }
  }

  private final List<Integer> asked = new ArrayList<>();
  private CompletableFuture<Optional<byte[]>> answer =
      CompletableFuture.completedFuture(Optional.of(REST));
  private int located;
  private boolean lost;
  private final ScansElsewhere scans = new ScansElsewhere(new Others(), server(0));

  private static ServerName server(int number) {
    return ServerName.valueOf("rs" + number, 16020, 1);
  }

  private Optional<byte[]> find(int server) throws Exception {
    return scans.find(TABLE, ScanTicket.first(server(server)).ofScan(1)).get(9, TimeUnit.SECONDS);
  }

  @Test
  void theServerThatHasMadeTheTicketIsAskedOnce() throws Exception {
    assertThat(find(2)).containsSame(REST);
    assertThat(asked).containsExactly(2);
  }

  @Test
  void nobodyIsAskedForATicketOfThisServerOrOfOneThatIsGone() throws Exception {
    assertThat(find(0)).isEmpty();
    assertThat(find(9)).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void manyScansThatResumeTogetherReadTheRegionsOnce() throws Exception {
    for (int i = 0; i < 20; i++) {
      find(3);
    }
    assertThat(located).isEqualTo(1);
    assertThat(asked).hasSize(20);
  }

  @Test
  void aServerThatFailsIsOneThatKnowsNothing() throws Exception {
    answer = CompletableFuture.failedFuture(new IOException("no answer"));
    assertThat(find(1)).isEmpty();
    lost = true;
    assertThat(new ScansElsewhere(new Others(), server(0)).find(TABLE, ticket(1)).get()).isEmpty();
  }

  private static ScanTicket ticket(int server) {
    return ScanTicket.first(server(server));
  }

  @Test
  void aScanDoesNotWaitForASilentServerWithoutEnd() throws Exception {
    answer = new CompletableFuture<>();
    assertThat(find(1)).isEmpty();
  }
}
