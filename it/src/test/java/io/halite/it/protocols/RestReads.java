package io.halite.it.protocols;

import static io.halite.it.protocols.RestClient.BINARY;
import static io.halite.it.protocols.RestClient.JSON;
import static io.halite.it.protocols.RestClient.PROTOBUF;
import static io.halite.it.protocols.RestClient.XML;
import static io.halite.it.protocols.RestClient.inBody;
import static io.halite.it.protocols.RestClient.inPath;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The reads of a client of a REST server. */
record RestReads(RestClient client, Keys keys, Transcript said) {
  private void read(String what, String path, String type) throws Exception {
    said.add(what, () -> client.get(said.table() + "/" + path, type));
  }

  private String row(int index, String rest) {
    return inPath(keys.get(index)) + rest;
  }

  /** Reads rows by their keys. */
  void get() throws Exception {
    read("exists", "exists", JSON);
    for (String type : List.of(JSON, XML, PROTOBUF)) {
      read("row as " + type, row(4, ""), type);
      read("versions as " + type, row(6, "?v=3"), type);
    }
    read("column as bytes", row(7, "/" + inPath("f:a")), BINARY);
    read("row as bytes", row(7, ""), BINARY);
    read("column", row(4, "/" + inPath("f:c1")), JSON);
    read("family", row(4, "/" + inPath("f")), JSON);
    read("time range", row(6, "/" + inPath("f:a") + "/500,1500?v=3"), JSON);
    read("empty time range", row(6, "/" + inPath("f:a") + "/5,15?v=3"), JSON);
    read("unknown column", row(4, "/" + inPath("f:none")), JSON);
    String rows = "multiget?row=" + row(9, "") + "&row=" + row(5, "") + "&row=" + row(4, "");
    read("multiget", rows, JSON);
    read("multiget as XML", rows + "&v=3", XML);
    read("multiget as protobuf", rows + "&v=3", PROTOBUF);
    String columns = rows.replace("multiget", "multiget/f:a");
    read("multiget of a column", columns, JSON);
    read("multiget with a filter", rows + "&filter=" + text("ValueFilter(=,'binary:more4')"), JSON);
    String range = inPath(keys.inOrder(2)) + "," + inPath(keys.inOrder(8));
    read("rows from one key to another", range + "/" + inPath("f:a") + "?v=2", JSON);
  }

  private static String text(String query) {
    return URLEncoder.encode(query, StandardCharsets.UTF_8);
  }

  /** Reads rows by scanners that the server keeps. */
  void scan() throws Exception {
    scan("scan", JSON, "{\"batch\":4}", "");
    scan("scan of rows", JSON, "{\"batch\":100}", "?n=2");
    scan("scan of XML", XML, "<Scanner batch=\"3\" maxVersions=\"3\"/>", "");
    scan(
        "scan of a range",
        JSON,
        "{\"batch\":5,\"startRow\":\"%s\",\"endRow\":\"%s\",\"column\":[\"%s\"],\"caching\":2}"
            .formatted(inBody(keys.inOrder(3)), inBody(keys.inOrder(10)), inBody("f:a")),
        "");
    scan(
        "scan of a time range",
        XML,
        "<Scanner batch=\"9\" startTime=\"900\" endTime=\"1100\"><column>%s</column></Scanner>"
            .formatted(inBody("f:a")),
        "");
    String value = filter("ValueFilter", "BinaryPrefixComparator", inBody("value"));
    scan("scan of values", JSON, "{\"batch\":9,\"filter\":" + quoted(value) + "}", "");
    String prefix = inBody(new byte[] {keys.get(3)[0]});
    String rows = filter("RowFilter", "BinaryPrefixComparator", prefix);
    scan("scan of a prefix", JSON, "{\"batch\":9,\"filter\":" + quoted(rows) + "}", "");
    String page = "{\"type\":\"PageFilter\",\"value\":\"100\"}";
    scan("scan of a page", JSON, "{\"batch\":9,\"filter\":" + quoted(page) + "}", "");
    said.add(
        "a scanner that is deleted early",
        () -> {
          String open = client.open(said.table(), JSON, "{\"batch\":2}");
          return client.get(open, JSON) + client.delete(open) + client.get(open, JSON);
        });
  }

  private static String filter(String type, String comparator, String value) {
    return "{\"type\":\"%s\",\"op\":\"EQUAL\",\"comparator\":{\"type\":\"%s\",\"value\":\"%s\"}}"
        .formatted(type, comparator, value);
  }

  private static String quoted(String json) {
    return "\"" + json.replace("\"", "\\\"") + "\"";
  }

  private void scan(String what, String type, String scanner, String query) throws Exception {
    said.add(what, () -> client.scan(said.table(), type, scanner, query));
  }

  /** Reads rows in one answer each. */
  void scanAtOnce() throws Exception {
    read("all rows", "*", JSON);
    read("all rows as XML", "*?maxversions=3", XML);
    // Not the cells whose times the server gave, which are bytes here.
    read("all rows as protobuf", "*?column=f:a&maxversions=2&endtime=9000", PROTOBUF);
    read("some rows", "*?limit=5", JSON);
    read("a column of all rows", "*?column=f:c1", JSON);
    read("a time range of all rows", "*?starttime=900&endtime=1100&maxversions=9", JSON);
    read("all rows backward", "*?reversed=true", JSON);
    read("some rows backward", "*?reversed=true&limit=4", XML);
    read("all rows with a value", "*?filter=" + text("ValueFilter(=,'binaryprefix:value')"), JSON);
    if (keys.areTexts()) {
      String first = Keys.text(keys.inOrder(2));
      String end = Keys.text(keys.inOrder(11));
      read("rows of a range", "*?startrow=" + first + "&endrow=" + end, JSON);
      read("rows of a range backward", "*?reversed=true&startrow=" + end + "&limit=6", JSON);
      read("rows of a prefix", first.substring(0, 1) + "*", JSON);
      read("rows of a long prefix", first.substring(0, 3) + "*?column=f:a", JSON);
    }
    // Gateways cut rows into pieces, since HBase counts the cells of its own answers.
    read("all rows in pieces", "*?batchsize=1&maxversions=3", JSON);
  }
}
