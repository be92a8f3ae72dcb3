package io.halite.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadBackTest {
  private final Terminal nowhere =
      new Terminal(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          false,
          false,
          false,
          80);
  private List<Flight> flights;
  private List<Flight> stored;

  @BeforeEach
  void storeThemAll() throws Exception {
    flights = FlightFile.first(1_203);
    stored = new ArrayList<>(flights);
  }

  private static Result toResult(Flight flight) {
    List<Cell> cells =
        flight.toPut().getFamilyCellMap().values().stream().flatMap(List::stream).toList();
    return Result.create(cells);
  }

  private ReadBack byScan() {
    List<Result> rows = stored.stream().map(ReadBackTest::toResult).toList();
    return ReadBack.byScan(rows, flights, new RowProgressBar(nowhere, "scan", 0));
  }

  private ReadBack byGet() throws Exception {
    Map<String, Flight> byKey =
        stored.stream().collect(Collectors.toMap(Flight::key, Function.identity()));
    ReadBack.Gets table =
        gets ->
            gets.stream()
                .map(get -> byKey.get(Bytes.toString(get.getRow())))
                .map(flight -> flight == null ? Result.EMPTY_RESULT : toResult(flight))
                .toArray(Result[]::new);
    return ReadBack.byGet(table, flights, new RowProgressBar(nowhere, "get", 0));
  }

  @Test
  void whatIsAsWrittenDiffersNowhere() throws Exception {
    assertThat(byGet()).isEqualTo(new ReadBack(1_203, 0));
    assertThat(byScan()).isEqualTo(new ReadBack(1_203, 0));
  }

  @Test
  void rowsThatAreMissingAreCounted() throws Exception {
    stored.remove(1_202);
    stored.remove(600);
    stored.remove(0);
    assertThat(byGet()).isEqualTo(new ReadBack(1_200, 3));
    assertThat(byScan()).isEqualTo(new ReadBack(1_200, 3));
  }

  @Test
  void aChangedValueIsCountedOnce() throws Exception {
    Flight f = stored.get(7);
    stored.set(
        7, new Flight(f.departure(), f.origin(), f.destination(), f.delay() + "0", f.distance()));
    assertThat(byGet()).isEqualTo(new ReadBack(1_202, 1));
    assertThat(byScan()).isEqualTo(new ReadBack(1_202, 1));
  }

  @Test
  void rowsThatNobodyWroteAreCounted() {
    stored.add(0, Flight.parse("190001010000,AAA,BBB,0,0"));
    stored.add(Flight.parse("299901010000,AAA,BBB,0,0"));
    assertThat(byScan()).isEqualTo(new ReadBack(1_203, 2));
  }

  @Test
  void rowsOutOfOrderAreCounted() {
    Collections.swap(stored, 10, 11);
    assertThat(byScan().differences()).isPositive();
  }

  @Test
  void aRowThatComesTwiceIsCounted() {
    stored.add(5, stored.get(5));
    assertThat(byScan()).isEqualTo(new ReadBack(1_203, 1));
  }
}
