package io.halite.client.plugin;

import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/** Builds the real table and decorates it. Not thread-safe, as no table builder is. */
final class DirectTableBuilder implements TableBuilder {
  private final TableBuilder real;
  private final UnaryOperator<Table> decoration;

  DirectTableBuilder(TableBuilder real, UnaryOperator<Table> decoration) {
    this.real = real;
    this.decoration = decoration;
  }

  @Override
  public TableBuilder setOperationTimeout(int millis) {
    real.setOperationTimeout(millis);
    return this;
  }

  @Override
  public TableBuilder setRpcTimeout(int millis) {
    real.setRpcTimeout(millis);
    return this;
  }

  @Override
  public TableBuilder setReadRpcTimeout(int millis) {
    real.setReadRpcTimeout(millis);
    return this;
  }

  @Override
  public TableBuilder setWriteRpcTimeout(int millis) {
    real.setWriteRpcTimeout(millis);
    return this;
  }

  @Override
  public TableBuilder setRequestAttribute(String key, byte[] value) {
    real.setRequestAttribute(key, value);
    return this;
  }

  @Override
  public Table build() {
    return decoration.apply(real.build());
  }
}
