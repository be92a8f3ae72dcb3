package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;

import io.halite.it.plugin.AsyncAsTable;
import io.halite.routing.latest.LatestStub;
import io.halite.routing.latest.wire.LatestProtos.LatestService;
import io.halite.routing.latest.wire.LatestProtos.SpecRequest;
import io.halite.routing.latest.wire.LatestProtos.SpecResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * A connection of one of HBase's two clients, which learn in different ways where a region is: the
 * asynchronous one keeps the location of the greater sequence number.
 */
public interface DoorClient extends AutoCloseable {
  /** One of HBase's clients. */
  enum Kind {
    BLOCKING {
      @Override
      DoorClient connect(Configuration conf, Map<String, byte[]> attributes) throws IOException {
        return new Blocking(
            attributes.isEmpty()
                ? ConnectionFactory.createConnection(conf)
                : ConnectionFactory.createConnection(conf, null, User.getCurrent(), attributes));
      }
    },
    ASYNCHRONOUS {
      @Override
      DoorClient connect(Configuration conf, Map<String, byte[]> attributes) throws IOException {
        return new Asynchronous(
            FutureUtils.get(
                attributes.isEmpty()
                    ? ConnectionFactory.createAsyncConnection(conf)
                    : ConnectionFactory.createAsyncConnection(
                        conf, User.getCurrent(), attributes)));
      }
    };

    abstract DoorClient connect(Configuration conf, Map<String, byte[]> attributes)
        throws IOException;

    /** A connection without attributes. */
    public DoorClient connect(Configuration conf) throws IOException {
      return connect(conf, Map.of());
    }
  }

  /** The table, as that of the blocking client, with attributes on each request. */
  Table table(TableName name, Map<String, byte[]> attributes) throws IOException;

  /** The same without attributes. */
  default Table table(TableName name) throws IOException {
    return table(name, Map.of());
  }

  /** Where the client sends requests for a row, as far as it knows. */
  ServerName serverOf(TableName name, String row) throws IOException;

  /** Writes through a buffer. */
  void buffer(TableName name, List<Put> puts) throws IOException;

  /** Calls an endpoint, which doors leave to the region's own server. */
  String spec(TableName name, String row) throws IOException;

  @Override
  void close() throws IOException;

  /** One of the blocking client. */
  record Blocking(Connection connection) implements DoorClient {
    @Override
    public Table table(TableName name, Map<String, byte[]> attributes) throws IOException {
      if (attributes.isEmpty()) {
        // HBase 2.5 has no attributes of requests.
        return connection.getTable(name);
      }
      TableBuilder table = connection.getTableBuilder(name, null);
      attributes.forEach(table::setRequestAttribute);
      return table.build();
    }

    @Override
    public ServerName serverOf(TableName name, String row) throws IOException {
      try (RegionLocator locator = connection.getRegionLocator(name)) {
        return locator.getRegionLocation(bytes(row), false).getServerName();
      }
    }

    @Override
    public void buffer(TableName name, List<Put> puts) throws IOException {
      try (BufferedMutator buffer = connection.getBufferedMutator(name)) {
        buffer.mutate(puts);
      }
    }

    @Override
    public String spec(TableName name, String row) throws IOException {
      try (Table table = table(name)) {
        return LatestStub.spec(table.coprocessorService(bytes(row)));
      }
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }

  /** One of the asynchronous client. */
  record Asynchronous(AsyncConnection connection) implements DoorClient {
    @Override
    public Table table(TableName name, Map<String, byte[]> attributes) {
      if (attributes.isEmpty()) {
        return new AsyncAsTable(connection.getTable(name), true);
      }
      AsyncTableBuilder<?> table = connection.getTableBuilder(name);
      attributes.forEach(table::setRequestAttribute);
      return new AsyncAsTable(table.build(), true);
    }

    @Override
    public ServerName serverOf(TableName name, String row) throws IOException {
      return FutureUtils.get(connection.getRegionLocator(name).getRegionLocation(bytes(row), false))
          .getServerName();
    }

    @Override
    public void buffer(TableName name, List<Put> puts) throws IOException {
      List<CompletableFuture<Void>> written;
      try (AsyncBufferedMutator buffer = connection.getBufferedMutator(name)) {
        written = buffer.mutate(puts);
      }
      for (CompletableFuture<Void> each : written) {
        FutureUtils.get(each);
      }
    }

    @Override
    public String spec(TableName name, String row) throws IOException {
      return FutureUtils.get(
              connection
                  .getTable(name)
                  .<LatestService.Stub, SpecResponse>coprocessorService(
                      LatestService::newStub,
                      (stub, controller, done) ->
                          stub.spec(controller, SpecRequest.getDefaultInstance(), done),
                      bytes(row)))
          .getSpec();
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }
}
