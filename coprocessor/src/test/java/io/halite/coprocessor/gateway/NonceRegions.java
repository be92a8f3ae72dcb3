package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.host.ServerNonces;
import io.halite.coprocessor.host.TableDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.ServerNonceManager;
import org.apache.hadoop.hbase.wal.WALKeyImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Regions that leave their increments and appends to each other, and HBase's memory of servers. */
abstract class NonceRegions {
  static final long GRACE = 1_000;
  static final long AT = 41;
  static final Nonce NONCE = new Nonce(7, 8);

  @TempDir Path table;
  TableDirectory directory;
  long now = System.currentTimeMillis();

  @BeforeEach
  void local() throws IOException {
    FileSystem local = FileSystem.getLocal(new Configuration(false)).getRaw();
    directory = new TableDirectory(local, new org.apache.hadoop.fs.Path(table.toUri()));
  }

  /** HBase's own memory of one server. */
  static final class Server {
    final ServerNonceManager memory = new ServerNonceManager(new Configuration(false));
    final ServerNonces nonces = new ServerNonces(Optional.of(memory));

    /** As HBase does it around an increment. */
    void apply(Nonce nonce, boolean success) throws InterruptedException {
      assertThat(memory.startOperation(nonce.group(), nonce.number(), null)).isTrue();
      memory.addMvccToOperationContext(nonce.group(), nonce.number(), AT);
      memory.endOperation(nonce.group(), nonce.number(), success);
    }

    boolean wouldApply(Nonce nonce) throws InterruptedException {
      return memory.startOperation(nonce.group(), nonce.number(), null);
    }
  }

  AppliedNonces region(String name, Server server) {
    return new AppliedNonces(
        server.nonces, Optional.of(directory), name, GRACE, () -> now, Runnable::run);
  }

  WALKeyImpl key(Nonce nonce) {
    return new WALKeyImpl(
        new byte[] {1}, TableName.valueOf("t"), 5, now, null, nonce.group(), nonce.number(), null);
  }

  /** A region that has applied the operation, and closes. */
  Server applied(String name) throws InterruptedException {
    Server server = new Server();
    AppliedNonces region = region(name, server);
    region.logging(key(NONCE));
    server.apply(NONCE, true);
    region.handOver();
    return server;
  }
}
