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
    String query = "jmx?qry=" + URLEncoder.encode(bean, StandardCharsets.UTF_8);
    Matcher number = NUMBER.matcher(text(pages, query));
    Map<String, Long> numbers = new TreeMap<>();
    while (number.find()) {
      numbers.put(number.group(1), Long.parseLong(number.group(2)));
    }
    return numbers;
  }

  /**
   * All whole numbers at this moment by their names on {@code /prometheus}; the sum of those that
   * share a name, such as one of each region. None while HBase restarts its metrics, which takes it
   * half a second some time after a region has opened or closed.
   *
   * @param pages host and port of the server's pages
   */
  public static Map<String, Long> sample(String pages) throws IOException, InterruptedException {
    Map<String, Long> numbers = new TreeMap<>();
    Matcher sample = SAMPLE.matcher(text(pages, "prometheus"));
    while (sample.find()) {
      numbers.merge(sample.group(1), Long.parseLong(sample.group(2)), Long::sum);
    }
    return numbers;
  }

  private static String text(String pages, String page) throws IOException, InterruptedException {
    URI asked = URI.create("http://" + pages + '/' + page);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(asked).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
