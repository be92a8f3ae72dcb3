package io.halite.it.neighbours;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which hooks each request calls, as {@code docs/neighbours.md} says under its headings. */
final class HookTable {
  private static final Pattern REQUEST =
      Pattern.compile("^### (.*)\\n((?:- .*\\n(?:  .*\\n)*)+)", Pattern.MULTILINE);
  private static final Pattern ITEM = Pattern.compile("^- ([a-z, ]+):", Pattern.MULTILINE);
  private static final Pattern HOOK = Pattern.compile("`(\\w+)`");

  private HookTable() {}

  /** For each request and each point of view, such as {@code gateway, ahead}, the hooks. */
  static Map<String, Map<String, List<String>>> read() throws IOException {
    Map<String, Map<String, List<String>>> requests = new LinkedHashMap<>();
    Matcher request = REQUEST.matcher(Files.readString(Path.of("..", "docs", "neighbours.md")));
    while (request.find()) {
      Map<String, List<String>> views = new LinkedHashMap<>();
      for (String item : request.group(2).split("\\n(?=- )")) {
        Matcher view = ITEM.matcher(item);
        if (view.find()) {
          views.put(
              view.group(1),
              HOOK.matcher(item).results().map((MatchResult hook) -> hook.group(1)).toList());
        }
      }
      requests.put(request.group(1), views);
    }
    return requests;
  }
}
