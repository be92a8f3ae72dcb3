package io.halite.it.process;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the numbers that a server's {@code /jmx} page shows. */
public final class MetricsPage {
  /** Where Halite's are. */
  public static final String HALITE =
      "Hadoop:service=HBase,name=RegionServer,"
          + "sub=Coprocessor.Region.CP_io.halite.coprocessor.SaltingObserver";

  private static final Pattern NUMBER = Pattern.compile("\"(\\w+)\" ?: ?(-?\\d+)\\s*[,}]");

  private MetricsPage() {}

  /**
   * The whole numbers of one bean by their names; none if the server does not have it (yet).
   *
   * @param pages host and port of the server's pages
   */
  public static Map<String, Long> read(String pages, String bean)
      throws IOException, InterruptedException {
    URI page =
        URI.create(
            "http://" + pages + "/jmx?qry=" + URLEncoder.encode(bean, StandardCharsets.UTF_8));
    String text =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    Map<String, Long> numbers = new TreeMap<>();
    Matcher number = NUMBER.matcher(text);
    while (number.find()) {
      numbers.put(number.group(1), Long.parseLong(number.group(2)));
    }
    return numbers;
  }
}
