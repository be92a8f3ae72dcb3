package io.halite.it.forwards;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.plugin.AsyncAsTable;
import io.halite.it.plugin.ClientRoutes;
import io.halite.it.plugin.PluginTables;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;

/** The ways of a request to the owners of its rows, each for requests with attributes. */
public final class AttributedRoutes implements AutoCloseable {
  private static final Map<String, byte[]> NEVER_REDIRECTED =
      Map.of("halite.doors", Bytes.toBytes("off"));

  private final PlacedTable placed;
  private final Connection gateway;
  private final AsyncConnection asyncGateway;
  private final Connection plugIn;
  private final AsyncConnection asyncPlugIn;
  private final Connection door;

  /** One way. */
  public enum Route {
    GATEWAY,
    ASYNC_GATEWAY,
    PLUG_IN,
    ASYNC_PLUG_IN,
    DOOR;

    boolean isAsynchronous() {
      return this == ASYNC_GATEWAY || this == ASYNC_PLUG_IN;
    }

    /** Whether the client itself sends to the owners. */
    boolean isDirect() {
      return this == PLUG_IN || this == ASYNC_PLUG_IN;
    }
  }

  /** The ways to the rows of a table. */
  public AttributedRoutes(EmbeddedCluster cluster, PlacedTable placed) throws Exception {
    this.placed = placed;
    Configuration plain = cluster.configuration();
    Configuration direct = PluginTables.plugIns(cluster);
    User user = User.getCurrent();
    gateway = ConnectionFactory.createConnection(plain, null, user, NEVER_REDIRECTED);
    asyncGateway = ConnectionFactory.createAsyncConnection(plain, user, NEVER_REDIRECTED).get();
    plugIn = ConnectionFactory.createConnection(direct);
    asyncPlugIn = ConnectionFactory.createAsyncConnection(direct).get();
    door = ConnectionFactory.createConnection(plain);
  }

  private AttributedRoutes(AttributedRoutes like, PlacedTable placed) {
    this.placed = placed;
    gateway = like.gateway;
    asyncGateway = like.asyncGateway;
    plugIn = like.plugIn;
    asyncPlugIn = like.asyncPlugIn;
    door = like.door;
  }

  /** The ways to the rows of another table, by the same connections. */
  public AttributedRoutes to(PlacedTable other) {
    return new AttributedRoutes(this, other);
  }

  private TableName name() {
    return placed.table().name();
  }

  private Connection blocking(Route route) throws IOException {
    return switch (route) {
      case PLUG_IN -> plugIn;
      case DOOR -> placed.toDoor(door);
      default -> gateway;
    };
  }

  private AsyncConnection asynchronous(Route route) {
    return route.isDirect() ? asyncPlugIn : asyncGateway;
  }

  /** A client of the table. */
  public Table table(Route route, Map<String, byte[]> attributes) throws IOException {
    if (route.isAsynchronous()) {
      return new AsyncAsTable(asyncTable(route, attributes));
    }
    TableBuilder builder = blocking(route).getTableBuilder(name(), null);
    attributes.forEach(builder::setRequestAttribute);
    return builder.build();
  }

  /** A client of the table by an asynchronous way. */
  AsyncTable<?> asyncTable(Route route, Map<String, byte[]> attributes) {
    AsyncTableBuilder<?> builder = asynchronous(route).getTableBuilder(name());
    attributes.forEach(builder::setRequestAttribute);
    return builder.build();
  }

  /** Sends writes by a buffered mutator, and waits until they are applied. */
  void mutate(Route route, Map<String, byte[]> attributes, List<? extends Mutation> writes)
      throws IOException {
    if (route.isAsynchronous()) {
      ClientRoutes.mutate(
          asynchronous(route)
              .getBufferedMutatorBuilder(name())
              .setRequestAttributes(attributes)
              .build(),
          writes);
      return;
    }
    BufferedMutatorParams params = new BufferedMutatorParams(name());
    attributes.forEach(params::setRequestAttribute);
    try (BufferedMutator mutator = blocking(route).getBufferedMutator(params)) {
      mutator.mutate(writes);
    }
  }

  @Override
  public void close() throws IOException {
    for (Connection connection : List.of(gateway, plugIn, door)) {
      connection.close();
    }
    asyncGateway.close();
    asyncPlugIn.close();
  }
}
