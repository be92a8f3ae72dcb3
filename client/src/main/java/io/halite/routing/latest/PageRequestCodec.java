package io.halite.routing.latest;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.wire.LatestProtos;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Requests as protobuf, both ways. Stateless. */
final class PageRequestCodec {
  private PageRequestCodec() {}

  static LatestProtos.LatestRequest encode(PageRequest request) {
    Selection selection = request.selection();
    LatestProtos.LatestRequest.Builder proto =
        LatestProtos.LatestRequest.newBuilder()
            .setFingerprint(request.fingerprint())
            .setLimit(selection.limit())
            .setKeySegments(request.keySegments())
            .setCarried(request.carried())
            .setVersions(selection.versions())
            .setMaxBytes(request.budget().bytes())
            .setMaxRows(request.budget().rows())
            .setMaxMillis(request.budget().millis());
    for (KeyRange range : request.ranges()) {
      proto.addRange(
          LatestProtos.RowRange.newBuilder()
              .setStart(ByteString.copyFrom(range.start()))
              .setStop(ByteString.copyFrom(range.stop())));
    }
    selection.window().asOf().ifPresent(proto::setAsOf);
    selection.window().notBefore().ifPresent(proto::setNotBefore);
    for (Column column : selection.columns()) {
      LatestProtos.Column.Builder wanted =
          LatestProtos.Column.newBuilder().setFamily(ByteString.copyFrom(column.family()));
      if (!column.isFamily()) {
        wanted.setQualifier(ByteString.copyFrom(column.qualifier()));
      }
      proto.addColumn(wanted);
    }
    selection.where().ifPresent(proto::setWhere);
    selection.aggregation().ifPresent(wish -> proto.setAggregation(encode(wish)));
    TimeChoice choice = selection.choice();
    if (choice instanceof TimeChoice.EachStep each) {
      proto.setStepMillis(each.millis());
    } else if (choice instanceof TimeChoice.AtTimes at) {
      proto.addAllAt(at.times());
    } else if (choice.isOldest()) {
      proto.setOldest(true);
    }
    return proto.build();
  }

  /**
   * Reads a request and checks all that can be checked without the region.
   *
   * @throws io.halite.routing.latest.LatestException naming what was given and the rule
   */
  static PageRequest decode(LatestProtos.LatestRequest proto) {
    requireKnown("fields", proto.getUnknownFields());
    // First, because a hostile request can hold millions of ranges in a few bytes each.
    PageRequest.checkRanges(proto.getRangeCount());
    List<KeyRange> ranges = new ArrayList<>(proto.getRangeCount());
    for (LatestProtos.RowRange range : proto.getRangeList()) {
      requireKnown("fields of a range", range.getUnknownFields());
      ranges.add(KeyRange.of(range.getStart().toByteArray(), range.getStop().toByteArray()));
    }
    return new PageRequest(
        proto.getFingerprint(),
        proto.getKeySegments(),
        ranges,
        proto.getCarried(),
        selection(proto),
        new PageBudget(proto.getMaxBytes(), proto.getMaxRows(), proto.getMaxMillis()));
  }

  private static void requireKnown(String what, UnknownFieldSet unknown) {
    if (!unknown.asMap().isEmpty()) {
      throw new LatestException(
          what,
          new TreeSet<>(unknown.asMap().keySet()),
          "this server does not know them, and would answer another query: update its Halite");
    }
  }

  private static Selection selection(LatestProtos.LatestRequest proto) {
    List<Column> columns = new ArrayList<>();
    for (LatestProtos.Column column : proto.getColumnList()) {
      requireKnown("fields of a column", column.getUnknownFields());
      byte[] family = column.getFamily().toByteArray();
      columns.add(
          column.hasQualifier()
              ? Column.of(family, column.getQualifier().toByteArray())
              : Column.family(family));
    }
    return new Selection(
        proto.getLimit(),
        new TimeWindow(
            proto.hasAsOf() ? OptionalLong.of(proto.getAsOf()) : OptionalLong.empty(),
            proto.hasNotBefore() ? OptionalLong.of(proto.getNotBefore()) : OptionalLong.empty()),
        columns,
        proto.getVersions(),
        proto.hasWhere() ? Optional.of(proto.getWhere()) : Optional.empty(),
        proto.hasAggregation() ? Optional.of(decode(proto.getAggregation())) : Optional.empty(),
        choice(proto));
  }

  private static TimeChoice choice(LatestProtos.LatestRequest proto) {
    boolean at = proto.getAtCount() > 0;
    int choices = (proto.hasStepMillis() ? 1 : 0) + (at ? 1 : 0) + (proto.getOldest() ? 1 : 0);
    if (choices > 1) {
      throw new LatestException(
          "choices", choices, "a query has one of steps, times and the oldest rows");
    }
    if (proto.hasStepMillis()) {
      return new TimeChoice.EachStep(proto.getStepMillis());
    }
    if (at) {
      return new TimeChoice.AtTimes(proto.getAtList());
    }
    return proto.getOldest() ? TimeChoice.OLDEST : TimeChoice.NEWEST;
  }

  private static LatestProtos.Aggregation encode(Aggregation wish) {
    return LatestProtos.Aggregation.newBuilder()
        .setFamily(ByteString.copyFrom(wish.column().family()))
        .setQualifier(ByteString.copyFrom(wish.column().qualifier()))
        .setType(LatestProtos.ColumnType.valueOf(wish.type().name()))
        .build();
  }

  private static Aggregation decode(LatestProtos.Aggregation proto) {
    requireKnown("fields of the aggregation", proto.getUnknownFields());
    return new Aggregation(
        Column.of(proto.getFamily().toByteArray(), proto.getQualifier().toByteArray()),
        ColumnType.valueOf(proto.getType().name()));
  }
}
