package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.halite.coprocessor.host.TableDirectory;
import io.halite.coprocessor.owner.ScanTicket;
import io.halite.coprocessor.owner.ServedScans;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.ScanMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in which a closing region leaves the rest of its scans. */
class ScanRestsTest {
  private static final ScanRest REST =
      new ScanRest("ann", KeptRests.ALL, KeyRange.all(), List.of(), Optional.of(new byte[] {1}));

  @TempDir private Path table;
  private TableDirectory directory;

  @BeforeEach
  void local() throws IOException {
    FileSystem local = FileSystem.getLocal(new Configuration(false)).getRaw();
    directory = new TableDirectory(local, new org.apache.hadoop.fs.Path(table.toUri()));
  }

  private static ScanRests rests(TableDirectory directory) {
    return KeptRests.in(Optional.of(directory), Runnable::run);
  }

  /** Hands over one scan, and returns its ticket. */
  private static long handOver(TableDirectory directory) {
    ScanRests closing = rests(directory);
    long ticket = closing.ticket();
    ScanRests.Source scan = most -> REST;
    closing.opened(scan, ticket);
    closing.handOver();
    return ticket;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(table.resolve(".halite"))) {
      return files.toList();
    }
  }

  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(
        file, FileTime.fromMillis(System.currentTimeMillis() - 2 * TableDirectory.LIFE_MILLIS));
  }

  @Test
  void anotherRegionFindsWhatOneHandsOver() throws IOException {
    long ticket = handOver(directory);
    assertThat(rests(directory).find(ticket)).isPresent();
    assertThat(files()).hasSize(1);
  }

  @Test
  void anotherRegionOfTheServerFindsWhatOneKnowsWhileBothAreOpen() throws IOException {
    ServedScans server = new ServedScans();
    ScanRests first = KeptRests.at(server, Optional.empty(), Runnable::run);
    ScanRests second = KeptRests.at(server, Optional.empty(), Runnable::run);
    long ticket = first.ticket();
    ScanRests.Source scan = most -> REST;
    first.opened(scan, ticket);
    assertThat(second.find(ticket)).isPresent();
    first.closed(scan, REST);
    assertThat(second.find(ticket)).isPresent();
    assertThat(second.find(first.ticket())).isEmpty();
    first.handOver();
    assertThat(second.find(ticket)).isEmpty();
  }

  @Test
  void aRegionOfAnotherTableOrServerFindsNothing() throws IOException {
    ServedScans server = new ServedScans();
    ScanRests first = KeptRests.at(server, Optional.empty(), Runnable::run);
    long ticket = first.ticket();
    ScanRests.Source scan = most -> REST;
    first.opened(scan, ticket);
    ScanTicket asked = ScanTicket.of(ticket).orElseThrow();
    assertThat(server.find(KeptRests.TABLE, asked)).isPresent();
    assertThat(server.find(TableName.valueOf("other"), asked)).isEmpty();
    assertThat(KeptRests.inMemory().find(ticket)).isEmpty();
  }

  private static boolean knows(ScanRests rests, long ticket) {
    try {
      return rests.find(ticket).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Between the two a resumed scan would find neither. */
  @Test
  void aClosingRegionIsKnownUntilItsFileIsWhole() throws IOException {
    List<Boolean> found = new ArrayList<>();
    List<Runnable> duringWrite = new ArrayList<>();
    RawLocalFileSystem watched =
        new RawLocalFileSystem() {
          @Override
          public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
              throws IOException {
            duringWrite.forEach(Runnable::run);
            return super.rename(from, to);
          }
        };
    watched.initialize(FileSystem.getLocal(new Configuration(false)).getUri(), new Configuration());
    TableDirectory slow = new TableDirectory(watched, new org.apache.hadoop.fs.Path(table.toUri()));
    ServedScans server = new ServedScans();
    ScanRests closing = KeptRests.at(server, Optional.of(slow), Runnable::run);
    ScanRests other = KeptRests.at(server, Optional.of(slow), Runnable::run);
    long open = closing.ticket();
    long closed = closing.ticket();
    ScanRests.Source scan = most -> REST;
    ScanRests.Source before = most -> REST;
    closing.opened(scan, open);
    closing.opened(before, closed);
    closing.closed(before, REST);
    duringWrite.add(() -> found.add(knows(other, open) && knows(other, closed)));
    closing.handOver();
    assertThat(found).containsExactly(true);
    assertThat(other.find(open)).isPresent();
    assertThat(other.find(closed)).isPresent();
  }

  @Test
  void aRestThatIsTooLargeToBeSentIsUnknownElsewhere() throws IOException {
    ServedScans server = new ServedScans();
    ScanRests region = KeptRests.at(server, Optional.empty(), Runnable::run);
    byte[] row = {'r'};
    Result large = Result.create(List.of(new KeyValue(row, row, row, 1, new byte[9 << 20])));
    ScanRest rest =
        new ScanRest("ann", KeptRests.ALL, KeyRange.all(), List.of(large), Optional.empty());
    long ticket = region.ticket();
    ScanRests.Source scan = most -> rest;
    region.opened(scan, ticket);
    assertThat(region.find(ticket)).isPresent();
    assertThat(server.find(KeptRests.TABLE, ScanTicket.of(ticket).orElseThrow())).isEmpty();
  }

  @Test
  void anAnswerOfAnotherServerThatCannotBeReadFailsNoScan() {
    ScanTicket ticket = new ScanTicket(rests(directory).ticket());
    for (byte[] rest : new byte[][] {{}, {1, 2}, {-1, -1, -1, -1}}) {
      assertThat(
              ScanRests.arrived(
                  Optional.of(rest), ticket, known -> Optional.empty(), ScanMemory.UNCOUNTED))
          .isEmpty();
    }
  }

  @Test
  void aScanThatCannotReadOnPassesOnTheRowThatTheClientHasBegun() throws IOException {
    ScanRests closing = rests(directory);
    long ticket = closing.ticket();
    ScanRests.Source scan =
        most -> {
          if (most > 0) {
            throw new IOException("the owner region does not answer");
          }
          return REST;
        };
    closing.opened(scan, ticket);
    closing.handOver();
    assertThat(rests(directory).find(ticket)).isPresent();
  }

  @Test
  void aFileThatCannotBeReadFailsNoScan() throws IOException {
    long ticket = handOver(directory);
    byte[] whole = Files.readAllBytes(files().get(0));
    for (int length = 0; length < whole.length; length++) {
      Files.write(files().get(0), Arrays.copyOf(whole, length));
      assertThat(rests(directory).find(ticket)).isEmpty();
    }
    byte[] text = "these are other bytes".getBytes(StandardCharsets.UTF_8);
    Files.write(files().get(0), text);
    assertThat(rests(directory).find(ticket)).isEmpty();
  }

  @Test
  void aFileHasItsNameOnlyWhenItIsWhole() throws IOException {
    List<String> seen = new ArrayList<>();
    directory.write(
        "name",
        out -> {
          out.writeInt(1);
          out.flush();
          seen.add(directory.read("name", in -> Optional.of("half a file")).orElse("nothing"));
        });
    assertThat(seen).containsExactly("nothing");
    assertThat(directory.read("name", in -> Optional.of(in.readInt()))).contains(1);
  }

  @Test
  void nobodyReadsAFileThatIsOlderThanADay() throws IOException {
    long ticket = handOver(directory);
    age(files().get(0));
    assertThat(rests(directory).find(ticket)).isEmpty();
  }

  @Test
  void theFirstScanOfARegionDeletesOldFilesInTheBackground() throws IOException {
    handOver(directory);
    handOver(directory);
    age(files().get(0));
    List<Runnable> background = new ArrayList<>();
    ScanRests opened = KeptRests.in(Optional.of(directory), background::add);
    ScanRests.Source scan = most -> REST;
    opened.opened(scan, opened.ticket());
    opened.opened(scan, opened.ticket());
    assertThat(files()).hasSize(2);
    assertThat(background).hasSize(1);
    background.get(0).run();
    assertThat(files()).hasSize(1);
  }

  @Test
  void aFileSystemThatFailsDoesNotFailTheClose() {
    RawLocalFileSystem failing =
        new RawLocalFileSystem() {
          @Override
          public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) {
            throw new IllegalStateException("no file system");
          }
        };
    failing.setConf(new Configuration(false));
    TableDirectory broken =
        new TableDirectory(
            new LocalFileSystem(failing), new org.apache.hadoop.fs.Path(table.toUri()));
    assertThatCode(() -> handOver(broken)).doesNotThrowAnyException();
  }

  @Test
  void aServerThatAbortsIsKnown() {
    assertThat(RegionGateways.isAborting(server(true))).isTrue();
    assertThat(RegionGateways.isAborting(server(false))).isFalse();
  }

  private static OnlineRegions server(boolean aborted) {
    return (OnlineRegions)
        Proxy.newProxyInstance(
            ScanRestsTest.class.getClassLoader(),
            new Class<?>[] {RegionServerServices.class},
            (proxy, method, arguments) -> aborted);
  }

  @Test
  void aScannerThatHbaseDropsCanBeCollected() throws Exception {
    ScanRests rests = KeptRests.inMemory();
    WeakReference<Object> dropped = dropped(rests);
    for (int i = 0; i < 100 && dropped.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(dropped.get()).isNull();
    assertThat(rests.find(1)).isEmpty();
  }

  private static WeakReference<Object> dropped(ScanRests rests) {
    ScanRest own = new ScanRest("ann", KeptRests.ALL, KeyRange.all(), List.of(), Optional.empty());
    ScanRests.Source scan = most -> own;
    rests.opened(scan, rests.ticket());
    return new WeakReference<>(scan);
  }
}
