package io.halite.it.oracle;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.BitComparator.BitwiseOp;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator.EngineType;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.util.Bytes;

/** Random comparators of all the kinds that HBase has. */
final class Comparators {
  private static final CompareOperator[] OPERATORS = CompareOperator.values();

  private final Random random;

  Comparators(Random random) {
    this.random = random;
  }

  CompareOperator operator() {
    return OPERATORS[random.nextInt(OPERATORS.length - 1)];
  }

  /** A comparator that suits keys, qualifiers and values near {@code example}. */
  ByteArrayComparable near(byte[] example) {
    int most = Math.min(3, example.length);
    byte[] prefix = Arrays.copyOf(example, most == 0 ? 0 : 1 + random.nextInt(most));
    return switch (random.nextInt(8)) {
      case 0, 1 -> new BinaryPrefixComparator(prefix);
      case 2 ->
          new BitComparator(example, BitwiseOp.values()[random.nextInt(BitwiseOp.values().length)]);
      // Not the engine JONI: it takes a length for an end, so that its answer depends on where in a
      // block the cell lies.
      case 3 ->
          new RegexStringComparator(
              "[" + latin(prefix) + "q0-9].*", Pattern.DOTALL, EngineType.JAVA);
      case 4 -> new SubstringComparator(random.nextBoolean() ? "1" : "v");
      case 5 -> new NullComparator();
      default -> new BinaryComparator(example);
    };
  }

  /**
   * A comparator for columns that hold 8-byte values alone: those for numbers and for parts of a
   * value fail with an unchecked exception, in plain HBase too, where a value is shorter.
   */
  ByteArrayComparable number() {
    return switch (random.nextInt(4)) {
      case 0 -> new LongComparator(random.nextInt(20));
      case 1 -> new BigDecimalComparator(BigDecimal.valueOf(random.nextInt(20)));
      case 2 -> new BinaryComponentComparator(new byte[2], random.nextInt(6));
      default -> near(Bytes.toBytes((long) random.nextInt(20)));
    };
  }

  private static String latin(byte[] bytes) {
    return Bytes.toStringBinary(bytes).replaceAll("[^a-zA-Z0-9]", "x");
  }
}
