package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.junit.jupiter.api.Test;

class LatestFilterTest {
  private static Filter parse(String text) throws Exception {
    ParseFilter.registerFilter("LatestFilter", LatestFilter.class.getName());
    return new ParseFilter().parseFilterString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void itIsTakenOutOfAScanAloneOrWhereAllMustPass() throws Exception {
    Scan alone = new Scan().setFilter(parse("LatestFilter('24 each 1h')"));
    assertThat(LatestFilter.takeFrom(alone)).hasValue("24 each 1h");
    assertThat(alone.getFilter()).isNull();
    Scan joined = new Scan().setFilter(parse("KeyOnlyFilter() AND LatestFilter('3')"));
    assertThat(LatestFilter.takeFrom(joined)).hasValue("3");
    assertThat(((FilterList) joined.getFilter()).getFilters())
        .singleElement()
        .isInstanceOf(KeyOnlyFilter.class);
    Scan nested = new Scan().setFilter(new FilterList(joined(), new KeyOnlyFilter()));
    assertThat(LatestFilter.takeFrom(nested)).hasValue("3");
    assertThat(((FilterList) nested.getFilter()).getFilters()).hasSize(2);
    Filter either = new FilterList(Operator.MUST_PASS_ONE, List.of(new LatestFilter("3")));
    assertThat(LatestFilter.takeFrom(new Scan().setFilter(either))).isEmpty();
    assertThat(LatestFilter.takeFrom(new Scan())).isEmpty();
  }

  private static FilterList joined() throws Exception {
    return new FilterList(parse("KeyOnlyFilter() AND LatestFilter('3')"));
  }

  @Test
  void itFailsARequestThatHaliteDoesNotRead() throws Exception {
    Filter filter = LatestFilter.parseFrom(new LatestFilter("3").toByteArray());
    assertThat(filter).hasToString("LatestFilter('3')");
    byte[] row = {1};
    assertThatThrownBy(() -> filter.filterRowKey(new KeyValue(row, row, row, row)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("LatestFilter reached a row");
    assertThatThrownBy(() -> parse("LatestFilter()")).hasMessageContaining("LatestFilter");
  }
}
