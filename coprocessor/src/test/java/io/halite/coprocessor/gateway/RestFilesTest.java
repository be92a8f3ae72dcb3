package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.TableDirectory;
import io.halite.coprocessor.owner.ScanTicket;
import io.halite.coprocessor.owner.ServedScans;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a file is looked for that a closed region may have left. */
class RestFilesTest {
  private static final int FINDS = 1_000;
  private static final ScanRest REST =
      new ScanRest("ann", KeptRests.ALL, KeyRange.all(), List.of(), Optional.of(new byte[] {1}));
  private static final ScanTicket OF_ANOTHER =
      ScanTicket.first(ServerName.valueOf("other", 16020, 1)).ofScan(1);

  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicBoolean mayLive = new AtomicBoolean();
  @TempDir private Path table;
  private RestFiles files;

  @BeforeEach
  void count() throws IOException {
    RawLocalFileSystem counted =
        new RawLocalFileSystem() {
          @Override
          public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
            looks.incrementAndGet();
            return super.getFileStatus(path);
          }
        };
    counted.initialize(URI.create("file:///"), new Configuration(false));
    TableDirectory directory =
        new TableDirectory(counted, new org.apache.hadoop.fs.Path(table.toUri()));
    files =
        new RestFiles(
            Optional.of(directory), KeptRests.place(new ServedScans(), ticket -> mayLive.get()));
  }

  private Optional<ScanRest> find(ScanTicket ticket) throws IOException {
    return files.find(ticket, bytes -> {});
  }

  private void write() {
    files.write(OF_ANOTHER, Map.of(OF_ANOTHER.number(), REST));
  }

  @Test
  void manyScansOfARegionWhoseServerHasDiedMakeOneLook() throws IOException {
    for (int i = 0; i < FINDS; i++) {
      assertThat(find(OF_ANOTHER.ofScan(i))).isEmpty();
    }
    assertThat(looks).hasValue(1);
  }

  @Test
  void whatALivingServerWritesIsFoundAtOnce() throws IOException {
    mayLive.set(true);
    assertThat(find(OF_ANOTHER)).isEmpty();
    write();
    assertThat(find(OF_ANOTHER)).isPresent();
  }

  /** A server that has just started, for example, whose number is that of one that has died. */
  @Test
  void whatWasMissedIsLookedForOnceAServerMayWriteIt() throws IOException {
    assertThat(find(OF_ANOTHER)).isEmpty();
    write();
    mayLive.set(true);
    assertThat(find(OF_ANOTHER)).isPresent();
  }

  @Test
  void aScanThatIsNotInTheFileOfItsRegionHidesNoOther() throws IOException {
    write();
    assertThat(find(OF_ANOTHER.ofScan(2))).isEmpty();
    assertThat(find(OF_ANOTHER)).isPresent();
  }
}
