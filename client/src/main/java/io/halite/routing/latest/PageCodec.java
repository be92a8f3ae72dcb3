package io.halite.routing.latest;

import com.google.protobuf.ByteString;
import io.halite.routing.latest.wire.LatestProtos;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;

/** Pages as protobuf, both ways. Stateless. */
final class PageCodec {
  private PageCodec() {}

  static LatestProtos.LatestResponse encode(Page page) {
    LatestProtos.LatestResponse.Builder proto =
        LatestProtos.LatestResponse.newBuilder()
            .setServedStop(ByteString.copyFrom(page.servedStop()))
            .setRowsRead(page.work().rows())
            .setCellsRead(page.work().cells())
            .setSeeks(page.work().seeks());
    page.passed().ifPresent(proto::setPassed);
    if (page.isCut()) {
      proto.setCut(true);
    }
    for (KeyPart part : page.parts()) {
      LatestProtos.KeyPart.Builder key =
          LatestProtos.KeyPart.newBuilder().setKey(ByteString.copyFrom(part.key()));
      part.rows().forEach(row -> key.addRow(encode(row)));
      part.aggregate().ifPresent(aggregate -> key.setAggregate(encode(aggregate)));
      proto.addKey(key);
    }
    return proto.build();
  }

  private static LatestProtos.LatestRow encode(LatestRow row) {
    LatestProtos.LatestRow.Builder proto =
        LatestProtos.LatestRow.newBuilder().setRow(ByteString.copyFrom(row.row()));
    for (Cell cell : row.cells()) {
      proto.addCell(
          LatestProtos.LatestCell.newBuilder()
              .setFamily(
                  ByteString.copyFrom(
                      cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength()))
              .setQualifier(
                  ByteString.copyFrom(
                      cell.getQualifierArray(),
                      cell.getQualifierOffset(),
                      cell.getQualifierLength()))
              .setTimestamp(cell.getTimestamp())
              .setValue(
                  ByteString.copyFrom(
                      cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())));
    }
    return proto.build();
  }

  private static LatestProtos.AggregateValues encode(Aggregate aggregate) {
    return LatestProtos.AggregateValues.newBuilder()
        .setCount(aggregate.count())
        .setMin(aggregate.min().toString())
        .setMax(aggregate.max().toString())
        .setSum(aggregate.sum().toString())
        .setFirst(aggregate.first().toString())
        .setLast(aggregate.last().toString())
        .build();
  }

  static Page decode(LatestProtos.LatestResponse proto, LatestKeys keys) {
    List<KeyPart> parts = new ArrayList<>(proto.getKeyCount());
    for (LatestProtos.KeyPart part : proto.getKeyList()) {
      byte[] key = part.getKey().toByteArray();
      parts.add(
          part.hasAggregate()
              ? KeyPart.ofAggregate(key, decode(part.getAggregate()))
              : KeyPart.ofRows(key, rows(part, keys)));
    }
    return new Page(
        parts,
        proto.getServedStop().toByteArray(),
        new Work(proto.getRowsRead(), proto.getCellsRead(), proto.getSeeks()),
        proto.hasPassed() ? OptionalDouble.of(proto.getPassed()) : OptionalDouble.empty(),
        proto.getCut());
  }

  private static List<LatestRow> rows(LatestProtos.KeyPart part, LatestKeys keys) {
    List<LatestRow> rows = new ArrayList<>(part.getRowCount());
    for (LatestProtos.LatestRow proto : part.getRowList()) {
      byte[] row = proto.getRow().toByteArray();
      List<Cell> cells = new ArrayList<>(proto.getCellCount());
      for (LatestProtos.LatestCell cell : proto.getCellList()) {
        cells.add(
            new KeyValue(
                row,
                cell.getFamily().toByteArray(),
                cell.getQualifier().toByteArray(),
                cell.getTimestamp(),
                cell.getValue().toByteArray()));
      }
      rows.add(new LatestRow(row, keys.revtime(row), cells));
    }
    return rows;
  }

  private static Aggregate decode(LatestProtos.AggregateValues proto) {
    return new Aggregate(
        proto.getCount(),
        new BigDecimal(proto.getMin()),
        new BigDecimal(proto.getMax()),
        new BigDecimal(proto.getSum()),
        new BigDecimal(proto.getFirst()),
        new BigDecimal(proto.getLast()));
  }
}
