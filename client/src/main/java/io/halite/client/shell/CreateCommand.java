package io.halite.client.shell;

import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import io.halite.routing.failure.FailureText;
import io.halite.routing.index.IndexTable;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code create_salted} of HBase's shell.
 *
 * <p>{@code create_salted 't', 'f', 'key=row:*,salt=md5(*)[0:4]', REGIONS => 4} creates a table
 * that is split at {@code 4}, {@code 8} and {@code c}. HBase never merges its regions, because even
 * an empty region is a gateway. Servers that lack Halite's jar do not open them, unless the salt is
 * {@code none}. The tables of the indexes that the spec names are created with it, {@code
 * t-byOrder}. Stateless; it runs with the client of HBase 2.4 and newer.
 */
public final class CreateCommand {
  private CreateCommand() {}

  /**
   * Creates the table.
   *
   * @param families its column families
   * @param arguments the spec, {@code key=…,salt=…}
   * @param cuts where the table is cut
   * @param encoding of the blocks of the families that choose none themselves; null for {@code
   *     ROW_INDEX_V1} if the layout puts newest rows first, and else for HBase's own
   * @return the start keys of all regions but the first, as the shell writes bytes, in one line;
   *     and a line that says why the families have an encoding that nobody named
   * @throws TableExistsException if the table exists
   * @throws IllegalArgumentException if an index table exists already, if the arguments are not a
   *     spec, or if its stored keys cannot be cut into so many regions
   */
  public static List<String> create(
      Connection connection,
      String table,
      List<NewFamily> families,
      String arguments,
      Cuts cuts,
      @Nullable String encoding)
      throws IOException {
    SaltingSpec spec = SaltingSpec.parse(arguments);
    BlockProposal blocks = BlockProposal.of(spec, encoding);
    List<byte[]> points = cuts.of(spec);
    TableName name = TableName.valueOf(table);
    TableDescriptor descriptor = descriptor(name, spec, families, blocks);
    try (Admin admin = connection.getAdmin()) {
      requireNoTable(admin, name, spec);
      admin.createTable(descriptor, points.toArray(byte[][]::new));
      // Writes are refused until the index tables exist.
      createIndexTables(admin, name, spec.indexes());
    }
    List<String> lines = new ArrayList<>();
    lines.add(String.join(" ", SplitPoints.written(points)));
    if (!families.stream().allMatch(NewFamily::choosesEncoding)) {
      blocks.why().ifPresent(lines::add);
    }
    return lines;
  }

  private static TableDescriptor descriptor(
      TableName name, SaltingSpec spec, List<NewFamily> families, BlockProposal blocks) {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(name)
            .setMergeEnabled(false)
            .setValue("coprocessor$1", TableAttributes.salting(spec.toString()));
    if (!spec.isPlain()) {
      // A server without the observer then opens no region, and does not abort for it.
      descriptor
          .setRegionSplitPolicyClassName(TableAttributes.GUARDED_SPLIT_POLICY)
          .setValue(TableAttributes.ABORT_ON_ERROR, "false");
    }
    families.forEach(
        family ->
            descriptor.setColumnFamily(
                blocks.encoding().map(family::encoded).orElse(family.descriptor())));
    return descriptor.build();
  }

  private static void createIndexTables(Admin admin, TableName table, List<RowIndex> indexes)
      throws IOException {
    for (int done = 0; done < indexes.size(); done++) {
      RowIndex index = indexes.get(done);
      try {
        admin.createTable(
            IndexTable.descriptor(table, index), index.splitPoints().toArray(byte[][]::new));
      } catch (IOException e) {
        throw unfinished(table, indexes.subList(done, indexes.size()), e);
      }
    }
  }

  /** Without the stack that a master puts into its message. */
  private static IOException unfinished(
      TableName table, List<RowIndex> missing, IOException reason) {
    // With the class of the reason: a TableExistsException says nothing but the table's name.
    return FailureText.asRoot(
        new IOException(
            "table '"
                + table
                + "' was created, but index tables of it are missing, and it refuses writes: "
                + missing.stream()
                    .map(index -> IndexTable.creation(table, index))
                    .collect(Collectors.joining("; "))
                + " ("
                + reason.toString().lines().findFirst().orElse("")
                + ")"),
        reason);
  }

  private static void requireNoTable(Admin admin, TableName table, SaltingSpec spec)
      throws IOException {
    if (admin.tableExists(table)) {
      // Its index tables are live, and are not to be dropped.
      throw new TableExistsException(table);
    }
    for (RowIndex index : spec.indexes()) {
      TableName name = IndexTable.name(table, index);
      if (admin.tableExists(name)) {
        // Of a TableExistsException HBase's shell would print the name of the new table alone.
        throw new IllegalArgumentException(
            "nothing was created: the index table '"
                + name
                + "' exists already, perhaps since '"
                + table
                + "' was dropped without it: drop it, or give the index another name");
      }
    }
  }
}
