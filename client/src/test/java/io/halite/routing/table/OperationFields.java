package io.halite.routing.table;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/** Every field of an HBase operation as text, private and inherited ones too, for comparing. */
final class OperationFields {
  private OperationFields() {}

  /** The names of all instance fields that the class itself declares. */
  static Set<String> declaredBy(Class<?> type) {
    Set<String> names = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        names.add(field.getName());
      }
    }
    return names;
  }

  /** The values of all instance fields, by name. */
  static Map<String, String> of(Object operation) throws IllegalAccessException {
    Map<String, String> values = new TreeMap<>();
    for (Class<?> type = operation.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          values.put(field.getName(), text(field.get(operation)));
        }
      }
    }
    return values;
  }

  private static String text(Object value) throws IllegalAccessException {
    if (value instanceof byte[] bytes) {
      return Bytes.toStringBinary(bytes);
    }
    if (value instanceof Cell cell) {
      return cell(cell);
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, String> entries = new TreeMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        entries.put(text(entry.getKey()), text(entry.getValue()));
      }
      return entries.toString();
    }
    if (value instanceof Iterable<?> iterable) {
      List<String> elements = new ArrayList<>();
      for (Object element : iterable) {
        elements.add(text(element));
      }
      return elements.toString();
    }
    return value instanceof Mutation || value instanceof RowMutations
        ? value.getClass().getName() + of(value)
        : String.valueOf(value);
  }

  private static String cell(Cell cell) {
    StringBuilder text = new StringBuilder(CellUtil.toString(cell, false));
    text.append('=').append(Bytes.toStringBinary(CellUtil.cloneValue(cell)));
    PrivateCellUtil.tagsIterator(cell)
        .forEachRemaining(
            tag ->
                text.append(" tag ")
                    .append(tag.getType())
                    .append(':')
                    .append(Bytes.toStringBinary(org.apache.hadoop.hbase.Tag.cloneValue(tag))));
    return text.toString();
  }
}
