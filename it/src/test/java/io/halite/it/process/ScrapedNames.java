package io.halite.it.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.Yaml;

/**
 * The names of metrics that Prometheus keeps of a region server, by the example configuration.
 * Stateless.
 */
final class ScrapedNames {
  private static final Path CONFIGURATION = Path.of("..", "conf");
  private static final Pattern SAMPLE = Pattern.compile("^(\\w+)\\{.*} -?[0-9.E]+$");
  private static final Pattern USED = Pattern.compile("(?<![\\w/.-])halite_[a-z0-9_]+");

  private ScrapedNames() {}

  /** What Prometheus reads from a server with these pages. */
  static Set<String> of(String pages) throws IOException, InterruptedException {
    Map<String, Object> job = job();
    URI page =
        URI.create(
            "http://%s%s?qry=%s"
                .formatted(
                    pages,
                    job.get("metrics_path"),
                    ((List<?>) map(job.get("params")).get("qry")).get(0)));
    String body =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    Set<String> names = new TreeSet<>();
    for (String line : body.lines().toList()) {
      Matcher sample = SAMPLE.matcher(line);
      if (sample.matches()) {
        names.add(relabelled(sample.group(1), (List<?>) job.get("metric_relabel_configs")));
      }
    }
    return names;
  }

  /** The names of Halite's metrics that a file beside the configuration mentions. */
  static Set<String> usedBy(String file) throws IOException {
    Matcher name = USED.matcher(Files.readString(CONFIGURATION.resolve(file)));
    Set<String> used = new TreeSet<>();
    while (name.find()) {
      used.add(name.group());
    }
    used.remove("halite_doctor");
    if (used.isEmpty()) {
      throw new IllegalStateException(file + " names no metric");
    }
    return used;
  }

  private static String relabelled(String name, List<?> rules) {
    String relabelled = name;
    for (Object each : rules) {
      Map<String, Object> rule = map(each);
      Matcher matcher = Pattern.compile((String) rule.get("regex")).matcher(relabelled);
      if (matcher.matches() && rule.get("target_label").equals("__name__")) {
        relabelled = matcher.replaceFirst((String) rule.get("replacement"));
      }
    }
    return relabelled;
  }

  private static Map<String, Object> job() throws IOException {
    String text = Files.readString(CONFIGURATION.resolve("prometheus/prometheus.yml"));
    Map<String, Object> configuration = new Yaml().load(text);
    return map(((List<?>) configuration.get("scrape_configs")).get(0));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object yaml) {
    return (Map<String, Object>) yaml;
  }
}
