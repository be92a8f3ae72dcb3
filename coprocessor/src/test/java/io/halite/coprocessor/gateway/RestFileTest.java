package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.coprocessor.host.TableDirectory;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.ServedScans;
import io.halite.keys.KeyRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a resumed scan reads of the rests of all scans of a region, and what that takes. */
class RestFileTest {
  private static final int LARGE = 1 << 20;

  /** Notes how many bytes are read, and not passed over. */
  private static final class Watched extends FilterInputStream {
    private long read;

    Watched(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      read++;
      return super.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = super.read(bytes, offset, length);
      read += count;
      return count;
    }
  }

  @TempDir private Path table;

  private static ScanRest rest(String user, int... rowBytes) {
    List<Result> rows = new ArrayList<>();
    for (int bytes : rowBytes) {
      byte[] key = {(byte) rows.size()};
      rows.add(Result.create(List.of(new KeyValue(key, key, key, 1, new byte[bytes]))));
    }
    return new ScanRest(
        user,
        new ScanSelection(5, 6),
        KeyRange.prefix(new byte[] {3}),
        rows,
        Optional.of(new byte[] {7}));
  }

  private static byte[] file() throws IOException {
    Map<Long, ScanRest> rests = new LinkedHashMap<>();
    rests.put(1L, rest("bob", LARGE, 10, LARGE));
    rests.put(2L, rest("eve"));
    rests.put(3L, rest("ann", 100, 200));
    rests.put(4L, rest("joe", LARGE));
    return RestFile.toBytes(rests);
  }

  @Test
  void theRowsOfOtherScansAreNotRead() throws IOException {
    Watched bytes = new Watched(new ByteArrayInputStream(file()));
    ScanRest found = RestFile.find(new DataInputStream(bytes), 3, all -> {}).orElseThrow();
    assertThat(found.user()).isEqualTo("ann");
    assertThat(found.selection()).isEqualTo(new ScanSelection(5, 6));
    assertThat(found.rows())
        .extracting(row -> row.rawCells()[0].getValueLength())
        .containsExactly(100, 200);
    assertThat(found.last().orElseThrow()).containsExactly(7);
    assertThat(bytes.read).isLessThan(1_000);
    assertThat(RestFile.find(file(), 4, all -> {}).orElseThrow().bytes()).isGreaterThan(LARGE);
    assertThat(RestFile.find(file(), 5, all -> {})).isEmpty();
  }

  @Test
  void eachRowNeedsRoomBeforeItIsRead() throws IOException {
    List<Long> held = new ArrayList<>();
    RestFile.find(file(), 3, held::add);
    assertThat(held).hasSize(2);
    assertThat(held.get(0)).isBetween(100L, 200L);
    assertThat(held.get(1)).isBetween(200L, 300L);
    Watched bytes = new Watched(new ByteArrayInputStream(file()));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                RestFile.find(
                    new DataInputStream(bytes),
                    1,
                    all -> {
                      throw new IOException("no room");
                    }));
    assertThat(bytes.read).isLessThan(1_000);
  }

  @Test
  void aServerWithoutMemoryPutsAScanOffWhoseRowsAreInAFile() throws IOException {
    FileSystem local = FileSystem.getLocal(new Configuration(false)).getRaw();
    TableDirectory directory =
        new TableDirectory(local, new org.apache.hadoop.fs.Path(table.toUri()));
    ScanRests closing = KeptRests.in(Optional.of(directory), Runnable::run);
    ScanRest rest = rest("ann", 100);
    ScanRests.Source scan = most -> rest;
    long ticket = closing.ticket();
    closing.opened(scan, ticket);
    closing.handOver();
    MemoryAccount account = KeptRests.account();
    ScanRests resumed =
        KeptRests.at(new ServedScans(), Optional.of(directory), Runnable::run, account);
    try (MemoryAccount.Share others = account.share()) {
      others.add(Runtime.getRuntime().maxMemory());
      assertThatExceptionOfType(RpcThrottlingException.class)
          .isThrownBy(() -> resumed.find(ticket))
          .withMessageContaining("a scan that a client resumes needs");
    }
    assertThat(resumed.find(ticket).orElseThrow().rows()).hasSize(1);
    assertThat(account.held()).isZero();
  }

  /** Where a cell ends, the rest of its row would be missing without a sign. */
  @Test
  void bytesThatEndTooSoonAreNoRests() throws IOException {
    byte[] key = {1};
    List<Cell> cells =
        List.of(
            new KeyValue(key, key, key, 1, key), new KeyValue(key, key, new byte[] {2}, 1, key));
    ScanRest two =
        new ScanRest(
            "bob", KeptRests.ALL, KeyRange.all(), List.of(Result.create(cells)), Optional.empty());
    byte[] bytes = RestFile.toBytes(Map.of(1L, two));
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(IOException.class)
          .as("%d of %d bytes", length, bytes.length)
          .isThrownBy(() -> RestFile.find(cut, 1, all -> {}));
    }
    assertThat(RestFile.find(bytes, 1, all -> {}).orElseThrow().rows().get(0).size()).isEqualTo(2);
  }

  /** It knows no selections: its rows might be given to a scan of other columns. */
  @Test
  void aFileOfAnEarlierVersionHasNoRests() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream earlier = new DataOutputStream(bytes);
    earlier.writeInt(1);
    earlier.writeLong(1);
    earlier.writeUTF("ann");
    earlier.write(new byte[4 + 4 + 1 + 4 + 4]);
    assertThat(RestFile.find(bytes.toByteArray(), 1, all -> {})).isEmpty();
  }

  /** It reads a number of rests first, and so many of them. */
  @Test
  void anEarlierVersionFindsNoRestsInAFile() throws IOException {
    assertThat(new DataInputStream(new ByteArrayInputStream(file())).readInt()).isNegative();
  }

  @Test
  void bytesWithALengthBelowZeroAreNoRests() {
    byte[] noRests = new byte[100];
    Arrays.fill(noRests, 0, 4, (byte) -1);
    noRests[4 + 3] = 1;
    noRests[4 + 4 + 8 + 16 + 2] = -1;
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> RestFile.find(noRests, 1, all -> {}));
  }
}
