package io.halite.routing.endpoint;

import com.google.protobuf.ByteString;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.wire.SaltedTableProtos;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Converts the requests and answers of the service to protobuf and back. Stateless. */
final class RegionCodec {
  /** Bounds what a request takes of the server before anyone looks at the user's rights. */
  static final int MOST_RANGES = 16_384;

  private RegionCodec() {}

  private static void checkRanges(int count) {
    if (count > MOST_RANGES) {
      throw new IllegalArgumentException(
          "a request with " + count + " ranges of rows: it may have " + MOST_RANGES + " at most");
    }
  }

  static SaltedTableProtos.FactsResponse encode(RegionFacts facts) {
    return SaltedTableProtos.FactsResponse.newBuilder()
        .setSpec(facts.spec())
        .setVersion(facts.version())
        .setServer(facts.server())
        .setStart(ByteString.copyFrom(facts.rows().start()))
        .setStop(ByteString.copyFrom(facts.rows().stop()))
        .setBytes(facts.bytes())
        .setReads(facts.reads())
        .setWrites(facts.writes())
        .setForwardedReads(facts.forwardedReads())
        .setForwardedWrites(facts.forwardedWrites())
        .build();
  }

  static RegionFacts decode(SaltedTableProtos.FactsResponse facts) {
    return new RegionFacts(
        facts.getSpec(),
        facts.getVersion(),
        facts.getServer(),
        KeyRange.of(facts.getStart().toByteArray(), facts.getStop().toByteArray()),
        facts.getBytes(),
        facts.getReads(),
        facts.getWrites(),
        facts.getForwardedReads(),
        facts.getForwardedWrites());
  }

  static SaltedTableProtos.ServerResponse encode(ServerFacts facts) {
    SaltedTableProtos.ServerResponse.Builder response =
        SaltedTableProtos.ServerResponse.newBuilder()
            .setServer(facts.server())
            .setVersion(facts.version())
            .setCommit(facts.commit())
            .setJava(facts.java())
            .setHbase(facts.hbase())
            .addAllCoprocessor(facts.coprocessors());
    facts
        .settings()
        .forEach(
            (key, value) ->
                response.addSetting(
                    SaltedTableProtos.ServerResponse.Setting.newBuilder()
                        .setKey(key)
                        .setValue(value)));
    facts.refusal().ifPresent(response::setRefusal);
    return response.build();
  }

  static ServerFacts decode(SaltedTableProtos.ServerResponse facts) {
    Map<String, String> settings = new HashMap<>();
    facts.getSettingList().forEach(each -> settings.put(each.getKey(), each.getValue()));
    return new ServerFacts(
        facts.getServer(),
        facts.getVersion(),
        facts.getCommit(),
        facts.getJava(),
        facts.getHbase(),
        facts.getCoprocessorList(),
        settings,
        facts.hasRefusal() ? Optional.of(facts.getRefusal()) : Optional.empty());
  }

  static SaltedTableProtos.WalkRequest encode(Walk walk) {
    SaltedTableProtos.WalkRequest.Builder request =
        SaltedTableProtos.WalkRequest.newBuilder()
            .setFingerprint(walk.fingerprint())
            .setAct(SaltedTableProtos.WalkRequest.Act.valueOf(walk.act().name()))
            .setStart(ByteString.copyFrom(walk.rows().start()))
            .setStop(ByteString.copyFrom(walk.rows().stop()))
            .setPrefix(ByteString.copyFrom(walk.prefix().bytes()));
    walk.time().ifPresent(request::setTime);
    return request.build();
  }

  static Walk decode(SaltedTableProtos.WalkRequest walk) {
    return new Walk(
        walk.getFingerprint(),
        Walk.Act.valueOf(walk.getAct().name()),
        KeyRange.of(walk.getStart().toByteArray(), walk.getStop().toByteArray()),
        new Walk.Prefix(walk.getPrefix().toByteArray()),
        walk.hasTime() ? OptionalLong.of(walk.getTime()) : OptionalLong.empty());
  }

  static SaltedTableProtos.WalkResponse encode(WalkPage page) {
    SaltedTableProtos.WalkResponse.Builder response =
        SaltedTableProtos.WalkResponse.newBuilder()
            .setRows(page.rows())
            .setWrong(page.wrong())
            .addAllExample(page.examples());
    page.next().ifPresent(next -> response.setNext(ByteString.copyFrom(next)));
    page.time().ifPresent(response::setTime);
    return response.build();
  }

  static WalkPage decode(SaltedTableProtos.WalkResponse page) {
    return new WalkPage(
        page.getRows(),
        page.getWrong(),
        page.getExampleList(),
        page.hasNext() ? Optional.of(page.getNext().toByteArray()) : Optional.empty(),
        page.hasTime() ? OptionalLong.of(page.getTime()) : OptionalLong.empty());
  }

  static SaltedTableProtos.VacantRequest encode(long fingerprint, List<KeyRange> images) {
    SaltedTableProtos.VacantRequest.Builder request =
        SaltedTableProtos.VacantRequest.newBuilder().setFingerprint(fingerprint);
    for (KeyRange image : images) {
      request.addImage(
          SaltedTableProtos.VacantRequest.Image.newBuilder()
              .setStart(ByteString.copyFrom(image.start()))
              .setStop(ByteString.copyFrom(image.stop())));
    }
    return request.build();
  }

  static List<KeyRange> decode(SaltedTableProtos.VacantRequest request) {
    checkRanges(request.getImageCount());
    return request.getImageList().stream()
        .map(image -> KeyRange.of(image.getStart().toByteArray(), image.getStop().toByteArray()))
        .toList();
  }

  static SaltedTableProtos.VacantResponse encode(BitSet vacant) {
    SaltedTableProtos.VacantResponse.Builder response =
        SaltedTableProtos.VacantResponse.newBuilder();
    vacant.stream().forEach(response::addVacant);
    return response.build();
  }

  static BitSet decode(SaltedTableProtos.VacantResponse response) {
    BitSet vacant = new BitSet();
    response.getVacantList().forEach(vacant::set);
    return vacant;
  }

  static SaltedTableProtos.ReadingRequest encode(List<KeyRange> ranges, long number) {
    SaltedTableProtos.ReadingRequest.Builder request =
        SaltedTableProtos.ReadingRequest.newBuilder().setNumber(number);
    for (KeyRange range : ranges) {
      request.addRange(
          SaltedTableProtos.ReadingRequest.Range.newBuilder()
              .setStart(ByteString.copyFrom(range.start()))
              .setStop(ByteString.copyFrom(range.stop())));
    }
    return request.build();
  }

  static List<KeyRange> decode(SaltedTableProtos.ReadingRequest request) {
    checkRanges(request.getRangeCount());
    return request.getRangeList().stream()
        .map(range -> KeyRange.of(range.getStart().toByteArray(), range.getStop().toByteArray()))
        .toList();
  }

  static SaltedTableProtos.ReadingResponse encode(RegionReading reading) {
    SaltedTableProtos.ReadingResponse.Builder response =
        SaltedTableProtos.ReadingResponse.newBuilder()
            .setBytes(reading.bytes())
            .setCells(reading.cells());
    reading
        .counted()
        .ifPresent(
            counted ->
                response
                    .setRowsSeen(counted.rows())
                    .setCellsSeen(counted.cells())
                    .setSeeks(counted.seeks()));
    return response.build();
  }

  static RegionReading decode(SaltedTableProtos.ReadingResponse reading) {
    return new RegionReading(
        reading.getBytes(),
        reading.getCells(),
        reading.hasSeeks()
            ? Optional.of(
                new RegionReading.Counted(
                    reading.getRowsSeen(), reading.getCellsSeen(), reading.getSeeks()))
            : Optional.empty());
  }

  static SaltedTableProtos.RestRequest encode(long ticket) {
    return SaltedTableProtos.RestRequest.newBuilder().setTicket(ticket).build();
  }

  static SaltedTableProtos.RestResponse encode(Optional<byte[]> rest) {
    SaltedTableProtos.RestResponse.Builder response = SaltedTableProtos.RestResponse.newBuilder();
    rest.ifPresent(known -> response.setRest(ByteString.copyFrom(known)));
    return response.build();
  }

  static Optional<byte[]> decode(SaltedTableProtos.RestResponse response) {
    return response.hasRest() ? Optional.of(response.getRest().toByteArray()) : Optional.empty();
  }
}
