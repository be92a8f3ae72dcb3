package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Why the oracle does not read a few cells at a time by HBase's own asynchronous scanner, on tables
 * of any kind.
 *
 * <p>The scanner stops reading ahead when it holds enough. It keeps a resumer, and its reader calls
 * that to go on. If the reader then has to open the next region, and the answer comes before the
 * reader waits for it, the reader's own thread hands the rows to the scanner, within the call of
 * the resumer. The rows fill the scanner, and it keeps a new resumer. After the call it drops the
 * resumer, which is the new one by now. So nobody resumes, and the next read waits forever. This
 * happens where processors are few.
 */
class ForgottenResumerTest {
  private static Result[] row(String row) {
    byte[] bytes = Bytes.toBytes(row);
    return new Result[] {
      Result.create(new KeyValue[] {new KeyValue(bytes, bytes, bytes, 1, bytes)})
    };
  }

  private static ScanController suspending(Runnable resumed) {
    return new ScanController() {
      @Override
      public ScanResumer suspend() {
        return resumed::run;
      }

      @Override
      public void terminate() {}

      @Override
      public Optional<Cursor> cursor() {
        return Optional.empty();
      }
    };
  }

  /** Where this fails HBase has corrected it, and {@link ScanWay} may draw such scans again. */
  @Test
  void rowsOnTheReadersOwnThreadAreTheLastOnesOfHBasesScanner() throws Exception {
    Constructor<?> constructor =
        Class.forName("org.apache.hadoop.hbase.client.AsyncTableResultScanner")
            .getConstructor(TableName.class, Scan.class, long.class);
    constructor.setAccessible(true);
    ResultScanner scanner =
        (ResultScanner) constructor.newInstance(TableName.valueOf("t"), new Scan(), 1L);
    AdvancedScanResultConsumer pages = (AdvancedScanResultConsumer) scanner;
    AtomicBoolean goesOn = new AtomicBoolean();
    ScanController ofSecond = suspending(() -> goesOn.set(true));
    pages.onNext(row("first"), suspending(() -> pages.onNext(row("second"), ofSecond)));
    assertThat(scanner.next().getRow()).isEqualTo(Bytes.toBytes("first"));
    assertThat(scanner.next().getRow()).isEqualTo(Bytes.toBytes("second"));
    assertThat(goesOn).isFalse();
  }
}
