package io.halite.filters.host;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Reads filters of one class from their bytes, by its {@code static parseFrom(byte[])}. HBase
 * itself finds this method by name, since no interface declares it. Immutable and thread-safe.
 */
public final class FilterReader {
  private final Method parse;

  private FilterReader(Method parse) {
    this.parse = parse;
  }

  /**
   * The reader of the class of {@code filter}, whatever class loader it comes from.
   *
   * @throws ReflectiveOperationException if the class has no such method
   */
  public static FilterReader of(Filter filter) throws ReflectiveOperationException {
    return new FilterReader(filter.getClass().getMethod("parseFrom", byte[].class));
  }

  /**
   * A new filter out of what {@link Filter#toByteArray} wrote.
   *
   * @throws InvocationTargetException around the exception of the class, such as a
   *     DeserializationException
   */
  public Filter read(byte[] written) throws InvocationTargetException, IllegalAccessException {
    return (Filter) parse.invoke(null, written);
  }
}
