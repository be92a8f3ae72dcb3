package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ScanTicketTest {
  private static final ServerName SERVER = ServerName.valueOf("rs1.example.org", 16020, 1_700_000);

  @Test
  void aReadPointOfARegionIsNoTicket() {
    assertThat(ScanTicket.of(-1)).isEmpty();
    assertThat(ScanTicket.of(Long.MIN_VALUE)).isEmpty();
    assertThat(ScanTicket.of(0)).isEmpty();
    assertThat(ScanTicket.of(1L << 61)).isEmpty();
    ScanTicket ticket = ScanTicket.first(SERVER).ofScan(1);
    assertThat(ScanTicket.of(ticket.number())).contains(ticket);
  }

  @Test
  void theScansOfARegionShareItsNumberAndNothingElse() {
    ScanTicket first = ScanTicket.first(SERVER);
    List<ScanTicket> scans = IntStream.range(1, 1_000).mapToObj(first::ofScan).toList();
    assertThat(scans).doesNotHaveDuplicates().allMatch(scan -> scan.region() == first.region());
    assertThat(first.ofScan((1L << 24) + 5)).isEqualTo(first.ofScan(5));
    assertThat(ScanTicket.first(SERVER).region()).isNotEqualTo(first.region());
  }

  @Test
  void aTicketTellsItsServerFromNearlyAllOthers() {
    ScanTicket ticket = ScanTicket.first(SERVER).ofScan(7);
    assertThat(ticket.mayBeOf(SERVER)).isTrue();
    long others =
        IntStream.range(2, 1_002)
            .mapToObj(i -> ServerName.valueOf("rs" + i + ".example.org", 16020, 1_700_000 + i))
            .filter(ticket::mayBeOf)
            .count();
    assertThat(others).isLessThan(20);
  }

  @Test
  void theNamesOfServersSpreadOverTheBits() {
    long found =
        IntStream.range(0, 256)
            .mapToObj(i -> ServerName.valueOf("rs" + i, 16020, 1_700_000))
            .mapToLong(server -> ScanTicket.first(server).region() >>> 30)
            .distinct()
            .count();
    assertThat(found).isGreaterThan(100);
  }
}
