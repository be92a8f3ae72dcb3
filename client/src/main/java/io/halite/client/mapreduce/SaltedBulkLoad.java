package io.halite.client.mapreduce;

import io.halite.routing.table.LoadableFiles;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Loads files of natural keys, as jobs of {@code HFileOutputFormat2}, {@code Import} and {@code
 * ImportTsv} write them, into a salted table.
 *
 * <pre>
 * hbase io.halite.client.mapreduce.SaltedBulkLoad hdfs://nn/out flights
 * </pre>
 *
 * <p>A MapReduce job makes files of stored keys, one for each family and region: under {@code
 * hash(*) % 16} the cell of {@code 41 54 4C} lies in the file of the region that holds {@code 0C·41
 * 54 4C}. HBase's own tool then loads these. The given files stay as they are; the made ones are
 * deleted when they have been loaded. If a load fails, the rest of them stays, and the error names
 * their directory and what loads it. Files of stored keys are refused, of this table or of another
 * one that the user may see, and so are indexed tables. Not thread-safe.
 */
public final class SaltedBulkLoad extends Configured implements Tool {
  private static final String USAGE =
      """
      usage: SaltedBulkLoad [-D name=value ...] <directory> <table> [<new directory>]
        loads files of natural keys, <directory>/<family>/<file>, into a salted table;
        the files of stored keys lie in the new directory until they have been loaded
        (by default a new one in hbase.fs.tmp.dir)""";

  private final PrintStream out;
  private final AtomicBoolean said = new AtomicBoolean();

  /** A command that prints to standard output. */
  public SaltedBulkLoad() {
    this(System.out);
  }

  /** A command that prints its progress and its errors to {@code out}. */
  public SaltedBulkLoad(PrintStream out) {
    this.out = out;
  }

  /** Exits with 0 if all files are loaded, with 2 if the arguments are wrong, else with 1. */
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(HBaseConfiguration.create(), new SaltedBulkLoad(), arguments));
  }

  @Override
  public int run(String[] arguments) throws InterruptedException {
    if (arguments.length < 2 || arguments.length > 3) {
      out.println(USAGE);
      return 2;
    }
    said.set(false);
    try {
      TableName table = TableName.valueOf(arguments[1]);
      Path made = arguments.length == 3 ? new Path(arguments[2]) : inTemporary(table);
      load(new Path(arguments[0]), table, made);
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      say(e);
      return 1;
    }
  }

  /** Prints an error, which the end of the command may have printed already. */
  private void say(Exception failure) {
    if (said.compareAndSet(false, true)) {
      out.println("bulkload: " + failure.getMessage());
    }
  }

  private Path inTemporary(TableName table) {
    String temporary =
        getConf()
            .get(
                HConstants.TEMPORARY_FS_DIRECTORY_KEY, HConstants.DEFAULT_TEMPORARY_HDFS_DIRECTORY);
    return new Path(temporary, "stored-" + table.getQualifierAsString() + "-" + UUID.randomUUID());
  }

  /**
   * Loads the files of a directory.
   *
   * @param made where the files of stored keys will lie; it must not exist
   * @throws IOException with what was given, the rule and the cure
   */
  public void load(Path directory, TableName name, Path made)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Configuration conf = getConf();
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(name);
        RegionLocator regions = connection.getRegionLocator(name)) {
      if (!admin.tableExists(name)) {
        throw new IOException("table '" + name + "' does not exist: create it first");
      }
      NaturalFiles files = NaturalFiles.in(directory, table.getDescriptor(), conf);
      SaltedTable salted = salted(table);
      requireAbsent(made);
      ForeignStoredRows.refuse(files, salted, admin.listTableDescriptors(), conf);
      out.printf("%d files of %,d bytes for %s%n", files.paths().size(), files.bytes(), salted);
      long cells = StoredFilesJob.of(conf, files, salted, table, regions, made).run(out);
      int loaded = loadStored(table, salted, made);
      out.printf(
          "loaded %,d cells in %d files of stored keys in %d s%n",
          cells, loaded, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun));
    }
  }

  private static SaltedTable salted(Table table) throws IOException {
    Optional<SaltedTable> salted = RegionSpec.writable(table);
    if (salted.isEmpty()) {
      throw new IOException(
          "table '"
              + table.getName()
              + "' has no salt: load the files by HBase's own tool, 'completebulkload'");
    }
    SaltedOutput.requireNoIndex(salted.get());
    Optional<String> refusal =
        LoadableFiles.refusal(
            salted.get(),
            Optional.ofNullable(table.getDescriptor().getValue(LoadableFiles.SETTING)));
    if (refusal.isPresent()) {
      throw new IOException(refusal.get());
    }
    return salted.get();
  }

  private void requireAbsent(Path made) throws IOException {
    if (made.getFileSystem(getConf()).exists(made)) {
      throw new IOException(
          "'" + made + "' exists: name a new directory for the files of stored keys");
    }
  }

  /** Loads the files that a job has made; in a method of its own for a test without a cluster. */
  int loadStored(Table table, SaltedTable salted, Path made) throws IOException {
    Configuration conf = new Configuration(getConf());
    // A table that was dropped meanwhile would come back without its spec.
    conf.set(BulkLoadHFiles.CREATE_TABLE_CONF_KEY, "no");
    StoredFiles stored = StoredFiles.in(made.getFileSystem(conf), made);
    int all = stored.count();
    out.printf("loading %d files of stored keys from '%s'%n", all, made);
    if (!load(table, salted, stored, EachRegionLoad.of(conf, stored))) {
      throw new IOException(
          "the table has another spec now than when the files of stored keys were made; nothing was"
              + " loaded: run this command again ("
              + salted
              + ")");
    }
    return all;
  }

  /**
   * Loads the files and deletes their directory.
   *
   * @return false, without loading one, if the table has another spec now
   */
  private boolean load(Table table, SaltedTable salted, StoredFiles stored, EachRegionLoad load)
      throws IOException {
    EndedLoad ended = new EndedLoad(load, this::say);
    AtExit atExit = AtExit.run(ended);
    try {
      boolean same =
          RegionSpec.writable(table).map(SaltedTable::mark).equals(Optional.of(salted.mark()));
      if (same) {
        load.load(salted.name());
      }
      Path made = stored.directory();
      made.getFileSystem(getConf()).delete(made, true);
      return same;
    } catch (IOException | RuntimeException e) {
      throw ended.failed(LoadFailure.of(e, stored, salted.name()));
    } finally {
      ended.over();
      atExit.forget();
    }
  }
}
