package io.halite.it.cluster;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a {@link TestTable} will be: its spec, families, values, coprocessors and split points. It
 * has the family {@code f} unless it names others, and one region unless it names split points.
 *
 * <pre>{@code
 * TestTable.named("orders").salted(TestTable.FOUR_BUCKETS).splitBuckets().create(cluster);
 * }</pre>
 *
 * <p>Coprocessors are numbered in the order in which they are named. Mutable, for one thread.
 */
public final class TablePlan {
  private final TableName name;
  private final List<ColumnFamilyDescriptor> families = new ArrayList<>();
  private final List<String> coprocessors = new ArrayList<>();
  private final Map<String, String> values = new LinkedHashMap<>();
  private final TreeSet<byte[]> splits = new TreeSet<>(KeyBytes::compare);
  private byte[][] indexSplits = new byte[0][];
  private boolean withIndexTables = true;
  private Consumer<TableDescriptorBuilder> indexChange = table -> {};
  private int versions = 1;
  private Optional<String> spec = Optional.empty();
  private Optional<String> layout = Optional.empty();

  TablePlan(TableName name) {
    this.name = name;
  }

  /** Loads Halite's observer with this spec, and creates the tables of its indexes. */
  public TablePlan salted(String line) {
    spec.map(TableAttributes::salting).ifPresent(coprocessors::remove);
    spec = Optional.of(line);
    return attribute(TableAttributes.salting(line));
  }

  /** Loads nothing of Halite: the test salts the rows itself, by this layout. */
  public TablePlan saltedByHand(String keyLayout) {
    layout = Optional.of(keyLayout);
    return this;
  }

  /** Further families. */
  public TablePlan families(byte[]... names) {
    for (byte[] family : names) {
      families.add(
          ColumnFamilyDescriptorBuilder.newBuilder(family).setMaxVersions(versions).build());
    }
    return this;
  }

  /** Further families with settings of their own. */
  public TablePlan families(List<ColumnFamilyDescriptor> described) {
    families.addAll(described);
    return this;
  }

  /** How many versions the families keep that {@link #families(byte[]...)} adds after this. */
  public TablePlan versions(int most) {
    versions = most;
    return this;
  }

  /** A further value of the table, such as a limit. */
  public TablePlan value(String key, String value) {
    values.put(key, value);
    return this;
  }

  /** Lets the table write its log after it has answered, for data that need survive no crash. */
  public TablePlan logLater() {
    return value("DURABILITY", Durability.ASYNC_WAL.name());
  }

  /** Further values of the table. */
  public TablePlan values(Map<String, String> more) {
    values.putAll(more);
    return this;
  }

  /** Loads a coprocessor behind the access controller. */
  public TablePlan coprocessor(Class<?> type) {
    return coprocessor(type.getName());
  }

  /** Loads a coprocessor behind the access controller. */
  public TablePlan coprocessor(String className) {
    return attribute("|" + className + "||");
  }

  /** Loads a coprocessor; those of small numbers are called first. */
  public TablePlan coprocessor(Class<?> type, int priority) {
    return attribute("|" + type.getName() + "|" + priority + "|");
  }

  /** Adds a coprocessor's attribute as HBase reads it, {@code path|class|priority|arguments}. */
  public TablePlan attribute(String attribute) {
    coprocessors.add(attribute);
    return this;
  }

  /** Further split points. */
  public TablePlan splits(byte[]... points) {
    splits.addAll(Arrays.asList(points));
    return this;
  }

  /** Further split points. */
  public TablePlan splits(List<byte[]> points) {
    splits.addAll(points);
    return this;
  }

  /** Further split points, in UTF-8. */
  public TablePlan splits(String... points) {
    return splits(bytes(points));
  }

  /** Splits the table between the buckets of its spec. */
  public TablePlan splitBuckets() {
    return splits(SaltingSpec.parse(spec.orElseThrow()).salt().splitPoints());
  }

  /** Splits the natural keys at the bytes 20, 40 to E0, for a gateway region each. */
  public TablePlan splitGateways() {
    for (int first = 0x20; first < 0x100; first += 0x20) {
      splits(new byte[] {(byte) first});
    }
    return this;
  }

  /** Creates no tables for the indexes of the spec. */
  public TablePlan withoutIndexTables() {
    withIndexTables = false;
    return this;
  }

  /** Splits the table of each index. */
  public TablePlan indexSplits(byte[]... points) {
    indexSplits = points;
    return this;
  }

  /** Splits the table of each index at the split points that the table has so far. */
  public TablePlan splitIndexesAlike() {
    return indexSplits(splits.toArray(byte[][]::new));
  }

  /** Changes the descriptor of each index's table. */
  public TablePlan indexTables(Consumer<TableDescriptorBuilder> change) {
    indexChange = change;
    return this;
  }

  /** The name of the table. */
  public TableName name() {
    return name;
  }

  /** The descriptor, for tests that give it to HBase themselves. */
  public TableDescriptor descriptor() {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    if (families.isEmpty()) {
      families(TestTable.F);
    }
    table.setColumnFamilies(families);
    for (int i = 0; i < coprocessors.size(); i++) {
      table.setValue("coprocessor$" + (i + 1), coprocessors.get(i));
    }
    values.forEach(table::setValue);
    return table.build();
  }

  /** Creates the table, with a view of what its regions store. */
  public TestTable create(EmbeddedCluster cluster) throws IOException {
    return create(cluster.connection(), Optional.of(cluster), false);
  }

  /** Creates the table by a connection that stays open when the table is closed. */
  public TestTable create(Connection connection) throws IOException {
    return create(connection, Optional.empty(), false);
  }

  /** Creates the table by a client that repeats 6 times, at once; the table closes the client. */
  public TestTable createImpatiently(EmbeddedCluster cluster) throws IOException {
    Configuration client = new Configuration(cluster.configuration());
    client.setInt("hbase.client.pause", 20);
    client.setInt("hbase.client.retries.number", 6);
    Connection connection = ConnectionFactory.createConnection(client);
    try {
      return create(connection, Optional.of(cluster), true);
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  KeyLayout layout() {
    return layout
        .map(KeyLayout::parse)
        .orElseGet(() -> SaltingSpec.parse(spec.orElseThrow()).layout());
  }

  private TestTable create(
      Connection connection, Optional<EmbeddedCluster> cluster, boolean ownsConnection)
      throws IOException {
    TestTable table = new TestTable(this, connection, cluster, ownsConnection);
    // The second try of a test finds what its first one has left.
    TestTable.drop(table.admin(), name);
    if (withIndexTables && spec.isPresent()) {
      table.createIndexTables(spec.get(), indexSplits, indexChange);
    }
    if (splits.isEmpty()) {
      table.admin().createTable(descriptor());
    } else {
      table.admin().createTable(descriptor(), splits.toArray(byte[][]::new));
    }
    return table;
  }

  private static byte[][] bytes(String... texts) {
    return Arrays.stream(texts).map(Bytes::toBytes).toArray(byte[][]::new);
  }
}
