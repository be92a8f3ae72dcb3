package io.halite.filters.segment;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Pair;

/** The filters that can answer a {@link Question}, each made for one scan. */
enum Peer {
  /** Compares the bytes in place: the cheapest RowFilter there is; one value or a range. */
  ROW_FILTER {
    @Override
    boolean answers(Question question) {
      return question.lows().size() == 1;
    }

    @Override
    Filter filter(Question question) {
      byte[] low = question.lows().get(0);
      byte[] high = question.highs().get(0);
      if (!question.isRange()) {
        return row(CompareOperator.EQUAL, low, question.offset());
      }
      return new FilterList(
          row(CompareOperator.GREATER_OR_EQUAL, low, question.offset()),
          row(CompareOperator.LESS_OR_EQUAL, high, question.offset()));
    }

    private RowFilter row(CompareOperator operator, byte[] bytes, int offset) {
      return new RowFilter(operator, new BinaryComponentComparator(bytes, offset));
    }
  },
  ROW_FILTER_REGEX {
    @Override
    boolean answers(Question question) {
      return !question.isRange();
    }

    @Override
    Filter filter(Question question) {
      String values =
          question.lows().stream()
              .map(value -> Pattern.quote(new String(value, StandardCharsets.ISO_8859_1)))
              .collect(Collectors.joining("|"));
      String regex = "^.{" + question.offset() + "}(?:" + values + ")";
      return new RowFilter(
          CompareOperator.EQUAL, new RegexStringComparator(regex, Pattern.DOTALL));
    }
  },
  FUZZY_ROW_FILTER {
    @Override
    boolean answers(Question question) {
      return !question.isRange();
    }

    @Override
    Filter filter(Question question) {
      List<Pair<byte[], byte[]>> patterns = new ArrayList<>();
      for (byte[] value : question.lows()) {
        byte[] key = new byte[question.offset() + value.length];
        System.arraycopy(value, 0, key, question.offset(), value.length);
        byte[] mask = new byte[key.length];
        Arrays.fill(mask, 0, question.offset(), (byte) 1);
        patterns.add(new Pair<>(key, mask));
      }
      return new FuzzyRowFilter(patterns);
    }
  },
  /** Apache Phoenix's, with the free leading segment as a column whose range is everything. */
  SKIP_SCAN_FILTER {
    @Override
    Filter filter(Question question) {
      return SkipScans.of(
          question.offset(),
          List.of(new SkipScans.Column(question.lows(), question.highs())));
    }
  },
  SEGMENT_FILTER {
    @Override
    Filter filter(Question question) {
      return question.filter().onServer();
    }
  },
  SEGMENT_FILTER_ALWAYS_SEEKING {
    @Override
    Filter filter(Question question) {
      return question.filter().alwaysSeeking().onServer();
    }
  };

  boolean answers(Question question) {
    return true;
  }

  abstract Filter filter(Question question);
}
