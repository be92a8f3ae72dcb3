package io.halite.it.protocols;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;

/** A client of a REST server that knows HTTP alone. */
record RestClient(HttpClient http, int port) {
  static final String JSON = "application/json";
  static final String XML = "text/xml";
  static final String PROTOBUF = "application/x-protobuf";
  static final String BINARY = "application/octet-stream";

  static RestClient of(int port) {
    return new RestClient(HttpClient.newHttpClient(), port);
  }

  /** The text of bytes in a path or a query. */
  static String inPath(byte[] bytes) {
    return Base64.getUrlEncoder().encodeToString(bytes).replace("=", "%3D");
  }

  /** The same of a text. */
  static String inPath(String text) {
    return inPath(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The text of a filter in a query. */
  static String inQuery(String filter) {
    return URLEncoder.encode(filter, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The text of bytes in a body. */
  static String inBody(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** The same of a text. */
  static String inBody(String text) {
    return inBody(text.getBytes(StandardCharsets.UTF_8));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + path));
  }

  /** Sends a request whose path has its keys and columns in Base64. */
  HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.setHeader("Encoding", "b64url").build(), BodyHandlers.ofByteArray());
  }

  /** Reads, and returns status, type and body. */
  String get(String path, String type) throws IOException, InterruptedException {
    return text(send(request(path).GET().header("Accept", type)));
  }

  /** The bytes of a body. */
  byte[] bytes(String path, String type) throws IOException, InterruptedException {
    return send(request(path).GET().header("Accept", type)).body();
  }

  /** Writes, and returns status, type and body; {@code headers} are names and values. */
  String put(String path, String type, byte[] body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder put = request(path).PUT(BodyPublishers.ofByteArray(body));
    put.header("Content-Type", type).header("Accept", type);
    for (int i = 0; i < headers.length; i += 2) {
      put.header(headers[i], headers[i + 1]);
    }
    return text(send(put));
  }

  /** The same of a text, by the other method that writes. */
  String post(String path, String type, String body) throws IOException, InterruptedException {
    HttpRequest.Builder post = request(path).POST(BodyPublishers.ofString(body));
    return text(send(post.header("Content-Type", type).header("Accept", type)));
  }

  /** Deletes, and returns status, type and body. */
  String delete(String path) throws IOException, InterruptedException {
    return text(send(request(path).DELETE()));
  }

  /** Opens a scanner; returns its path, or what the server answered instead. */
  String open(String table, String type, String scanner) throws IOException, InterruptedException {
    HttpRequest.Builder put = request(table + "/scanner").PUT(BodyPublishers.ofString(scanner));
    HttpResponse<byte[]> answer = send(put.header("Content-Type", type));
    return answer
        .headers()
        .firstValue("Location")
        .map(location -> URI.create(location).getPath().substring(1))
        .orElseGet(() -> text(answer));
  }

  /** Reads a scanner to its end by requests with this query, and deletes it. */
  String scan(String table, String type, String scanner, String query)
      throws IOException, InterruptedException {
    String path = open(table, type, scanner);
    if (!path.startsWith(table)) {
      return path;
    }
    StringBuilder rows = new StringBuilder();
    String rest = get(path + query, JSON);
    while (rest.startsWith("200")) {
      rows.append(rest).append('\n');
      rest = get(path + query, JSON);
    }
    return rows.append(rest).append('\n').append(delete(path)).toString();
  }

  /** Not the stack, which names servers and regions. */
  private static String reason(String body) {
    return body.lines()
        .limit(2)
        .map(line -> line.contains("NoSuchColumnFamilyException") ? "unknown family" : line)
        .collect(Collectors.joining("\n"));
  }

  private static String text(HttpResponse<byte[]> answer) {
    boolean failed = answer.statusCode() >= 400;
    String body = new String(answer.body(), StandardCharsets.ISO_8859_1);
    return answer.statusCode()
        + " "
        + answer.headers().firstValue("Content-Type").orElse("-")
        + answer.headers().firstValue("X-Timestamp").map(time -> " at " + time).orElse("")
        + "\n"
        + (failed ? reason(body) : body);
  }
}
