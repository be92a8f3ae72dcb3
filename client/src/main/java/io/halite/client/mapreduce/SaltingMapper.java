package io.halite.client.mapreduce;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Runs the mapper of a job, which writes rows of natural keys, and passes them on under stored
 * keys. So they are partitioned, combined and sorted as they are stored.
 */
final class SaltingMapper<K, V> extends WrappedMapper<K, V, ImmutableBytesWritable, Object> {
  private static final String MAPPER = "halite.mapreduce.salted.mapper";
  private static final String TABLE = "halite.mapreduce.salted.table";
  private static final String SPEC = "halite.mapreduce.salted.spec";
  private static final String NOW = "halite.mapreduce.salted.now";

  /** Puts this mapper before the one that the job has. */
  static void install(Job job, SaltedTable table) throws IOException {
    Class<?> mapper = mapper(job);
    if (mapper == SaltingMapper.class) {
      throw new IllegalStateException(
          "job '" + job.getJobName() + "' writes stored keys already: set it up once");
    }
    Configuration conf = job.getConfiguration();
    conf.setClass(MAPPER, mapper, Mapper.class);
    conf.set(TABLE, table.name().getNameAsString());
    conf.set(SPEC, table.spec().toString());
    // One time for all attempts: reducers may fetch from two attempts of one task.
    conf.setLong(NOW, System.currentTimeMillis());
    job.setMapperClass(SaltingMapper.class);
  }

  /** The mapper class of a job. */
  static Class<?> mapper(Job job) throws IOException {
    try {
      return job.getMapperClass();
    } catch (ClassNotFoundException e) {
      throw new IOException("the mapper of job '" + job.getJobName() + "' was not found", e);
    }
  }

  /** The table for which a task writes. */
  static SaltedTable table(Configuration conf) {
    return new SaltedTable(
        TableName.valueOf(conf.get(TABLE, "")), SaltingSpec.parse(conf.get(SPEC, "")));
  }

  @Override
  public void run(Mapper<K, V, ImmutableBytesWritable, Object>.Context context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    mapper(conf).run(new Salted(context, output(conf)));
  }

  /** The output of a task, equal for all attempts of it. */
  static StoredOutput output(Configuration conf) {
    return new StoredOutput(table(conf), conf.getLong(NOW, 0));
  }

  @SuppressWarnings("unchecked") // Of what a mapper writes, the output checks the class.
  private Mapper<K, V, ImmutableBytesWritable, Object> mapper(Configuration conf) {
    return (Mapper<K, V, ImmutableBytesWritable, Object>)
        ReflectionUtils.newInstance(conf.getClass(MAPPER, Mapper.class), conf);
  }

  /** The context of the job's mapper. */
  private final class Salted extends Context {
    private final StoredOutput output;

    Salted(Mapper<K, V, ImmutableBytesWritable, Object>.Context outer, StoredOutput output) {
      super(outer);
      this.output = output;
    }

    @Override
    public void write(ImmutableBytesWritable row, Object value)
        throws IOException, InterruptedException {
      output.write(value, mapContext::write);
    }
  }
}
