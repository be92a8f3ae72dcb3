package io.halite.it.protocols;

import static io.halite.it.protocols.RestClient.BINARY;
import static io.halite.it.protocols.RestClient.JSON;
import static io.halite.it.protocols.RestClient.PROTOBUF;
import static io.halite.it.protocols.RestClient.XML;
import static io.halite.it.protocols.RestClient.inBody;
import static io.halite.it.protocols.RestClient.inPath;

import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/** The writes of a client of a REST server. */
record RestWrites(RestClient client, Keys keys, Transcript said) {
  private String row(int index) {
    return said.table() + "/" + inPath(keys.get(index));
  }

  private String row(int index, String rest) {
    return row(index) + "/" + rest;
  }

  private static String cell(String column, long time, String value) {
    return "{\"column\":\"%s\",\"timestamp\":%d,\"$\":\"%s\"}"
        .formatted(inBody(column), time, inBody(value));
  }

  private static String cell(String column, String value) {
    return "{\"column\":\"%s\",\"$\":\"%s\"}".formatted(inBody(column), inBody(value));
  }

  private String cellsOf(int index, String... cells) {
    return "{\"key\":\"%s\",\"Cell\":[%s]}"
        .formatted(inBody(keys.get(index)), String.join(",", cells));
  }

  private static String rows(String... rows) {
    return "{\"Row\":[" + String.join(",", rows) + "]}";
  }

  private static byte[] body(String row) {
    return bytes(rows(row));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes each row in one way or another. */
  void fill() throws Exception {
    said.add(
        "put of JSON",
        () ->
            client.put(
                row(0), JSON, body(cellsOf(0, cell("f:a", 1000, "zero"), cell("f:b", 1000, "")))));
    said.add(
        "put of XML",
        () ->
            client.put(
                row(1),
                XML,
                bytes(
                    ("<CellSet><Row key=\"%s\">"
                            + "<Cell column=\"%s\" timestamp=\"1000\">%s</Cell></Row></CellSet>")
                        .formatted(inBody(keys.get(1)), inBody("f:a"), inBody("one")))));
    said.add(
        "put of bytes",
        () -> client.put(row(2, inPath("f:a")), BINARY, bytes("two"), "X-Timestamp", "1000"));
    StringJoiner more = new StringJoiner(",", "{\"Row\":[", "]}");
    for (int i = 3; i < keys.all().size(); i++) {
      String first = cell("f:a", 1000, "old" + i);
      String second = cell("f:a", 2000, "value" + i);
      String third = cell("f:c" + i % 3, 1500 + i, "more" + i);
      more.add(i % 2 == 0 ? cellsOf(i, first, second, third) : cellsOf(i, first, third));
    }
    said.add("post of rows", () -> client.post(row(0), JSON, more.toString()));
    said.add(
        "put of a protobuf",
        () -> client.put(row(3), PROTOBUF, client.bytes(row(4) + "?v=3", PROTOBUF)));
  }

  /** Deletes in all forms. */
  void delete() throws Exception {
    said.add("delete of a column", () -> client.delete(row(4, inPath("f:c1"))));
    said.add("delete of old versions", () -> client.delete(row(6, inPath("f:a") + "/1500")));
    said.add("delete of a row", () -> client.delete(row(5)));
    said.add("delete of a family", () -> client.delete(row(8, inPath("f"))));
  }

  /** Writes that read first. */
  void changeWhatIsThere() throws Exception {
    said.addOfOnePlace(
        "check and put",
        () ->
            client.put(
                row(0, "?check=put"),
                JSON,
                body(cellsOf(0, cell("f:a", 3000, "checked"), cell("f:a", "zero")))));
    said.addOfOnePlace(
        "check and put in vain",
        () ->
            client.put(
                row(0, "?check=put"),
                JSON,
                body(cellsOf(0, cell("f:a", 4000, "wrong"), cell("f:a", "zero")))));
    said.addOfOnePlace(
        "check and delete in vain",
        () -> client.put(row(1, "?check=delete"), JSON, body(cellsOf(1, cell("f:a", "other")))));
    said.addOfOnePlace(
        "check and delete",
        () -> client.put(row(1, "?check=delete"), JSON, body(cellsOf(1, cell("f:a", "one")))));
    said.addOfOnePlace(
        "append",
        () ->
            client.put(
                row(2, "?check=append&rr=true"), JSON, body(cellsOf(2, cell("f:a", "-more")))));
    for (String count : new String[] {"first", "second"}) {
      said.addOfOnePlace(
          count + " increment",
          () ->
              client.put(
                  row(2, "?check=increment&rr=true"), JSON, body(cellsOf(2, cell("f:n", "5")))));
    }
  }

  /** Requests that the server refuses. */
  void fail() throws Exception {
    said.add(
        "put of an unknown family",
        () -> client.put(row(0), JSON, body(cellsOf(0, cell("g:a", "none")))));
    said.add("get of an unknown family", () -> client.get(row(0, inPath("g:a")), JSON));
    said.add("an unknown check", () -> client.put(row(0, "?check=x"), JSON, bytes(rows())));
  }
}
