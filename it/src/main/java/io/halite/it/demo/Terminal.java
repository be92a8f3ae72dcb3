package io.halite.it.demo;

import java.io.PrintStream;
import java.util.Locale;

/**
 * The output of the demonstration: a terminal with or without colours, or a pipe.
 *
 * @param out where the text goes
 * @param redraws whether a line can be drawn again, after a carriage return
 * @param colours whether it knows ANSI colours
 * @param blocks whether it can show block characters; else bars are made of {@code #}
 * @param columns the width of a line in characters
 */
record Terminal(PrintStream out, boolean redraws, boolean colours, boolean blocks, int columns) {
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

  void line(String text) {
    out.println(text);
    out.flush();
  }

  void line(String format, Object... arguments) {
    line(String.format(Locale.ROOT, format, arguments));
  }

  void heading(String text) {
    line("");
    line(paint("1", text));
  }

  /** Draws over the current line, if the output can do it. */
  void redraw(String text) {
    if (redraws) {
      out.print("\r\u001b[K" + text);
      out.flush();
    }
  }

  String quiet(String text) {
    return paint("2", text);
  }

  String good(String text) {
    return paint("32", text);
  }

  String bad(String text) {
    return paint("31", text);
  }

  private String paint(String code, String text) {
    return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /**
   * A bar of {@code share} (0 to 1) of {@code width} characters, padded to {@code width}: 0.3 of 4
   * is {@code "█▏ "} in blocks and {@code "# "} without.
   */
  String bar(double share, int width) {
    int eighths = (int) Math.round(share * width * 8);
    int full = blocks ? eighths / 8 : (int) Math.round(share * width);
    StringBuilder bar = new StringBuilder((blocks ? "█" : "#").repeat(full));
    if (blocks && eighths % 8 > 0) {
      bar.append(EIGHTHS.charAt(eighths % 8));
    }
    return bar.append(" ".repeat(width - bar.length())).toString();
  }
}
