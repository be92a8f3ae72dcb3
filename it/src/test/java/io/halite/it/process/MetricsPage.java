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

/** Reads the numbers that a server's pages {@code /jmx} and {@code /prometheus} show. */
public final class MetricsPage {
  /** Where Halite's are. */
  public static final String HALITE =
      "Hadoop:service=HBase,name=RegionServer,"
          + "sub=Coprocessor.Region.CP_io.halite.coprocessor.SaltingObserver";

  private static final Pattern NUMBER = Pattern.compile("\"(\\w+)\" ?: ?(-?\\d+)\\s*[,}]");

  private static final Pattern SAMPLE =
      Pattern.compile("^(\\w+)\\{[^}]*} (-?\\d+)$", Pattern.MULTILINE);

  private MetricsPage() {}

  /**
   * The whole numbers of one bean by their names; none if the server does not have it (yet). They
   * are up to ten seconds old.
   *
   * @param pages host and port of the server's pages
   */
  public static Map<String, Long> read(String pages, String bean)
      throws IOException, InterruptedException {
    Matcher number = NUMBER.matcher(text(pages, "jmx", bean));
    Map<String, Long> numbers = new TreeMap<>();
    while (number.find()) {
      numbers.put(number.group(1), Long.parseLong(number.group(2)));
    }
    return numbers;
  }

  /**
   * The whole numbers at this moment whose names on {@code /prometheus} contain {@code part}; the
   * sum of those that share a name, such as one of each region.
   *
   * @param pages host and port of the server's pages
   */
  public static Map<String, Long> sample(String pages, String part)
      throws IOException, InterruptedException {
    Map<String, Long> numbers = new TreeMap<>();
    Matcher sample = SAMPLE.matcher(text(pages, "prometheus", part));
    while (sample.find()) {
      numbers.merge(sample.group(1), Long.parseLong(sample.group(2)), Long::sum);
    }
    return numbers;
  }

  private static String text(String pages, String page, String query)
      throws IOException, InterruptedException {
    URI asked =
        URI.create(
            "http://%s/%s?qry=%s"
                .formatted(pages, page, URLEncoder.encode(query, StandardCharsets.UTF_8)));
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(asked).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
