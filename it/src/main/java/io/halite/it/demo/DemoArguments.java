package io.halite.it.demo;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * The arguments that the launcher passes to the demonstration: {@code --rows 2000 --directory
 * /tmp/d --columns 100 --redraw --colour --blocks --technique md5}. The defaults are all rows,
 * files below {@code target/}, 80 columns, a terminal without redrawing, colours and blocks, and
 * the whole demonstration instead of single techniques.
 */
record DemoArguments(
    int rows,
    Path directory,
    int columns,
    boolean redraw,
    boolean colour,
    boolean blocks,
    List<Technique> techniques) {

  DemoArguments {
    if (rows < 4 || rows > FlightFile.COUNT) {
      throw new IllegalArgumentException(
          "--rows '" + rows + "' is outside 4.." + FlightFile.COUNT + ", the flights there are");
    }
  }

  static DemoArguments parse(List<String> arguments) {
    int rows = FlightFile.COUNT;
    Path directory = Path.of("target", "demo");
    int columns = 80;
    boolean redraw = false;
    boolean colour = false;
    boolean blocks = false;
    List<Technique> techniques = List.of();
    for (Iterator<String> given = arguments.iterator(); given.hasNext(); ) {
      String option = given.next();
      switch (option) {
        case "--rows" -> rows = number(option, given);
        case "--directory" -> directory = Path.of(value(option, given));
        case "--columns" -> columns = number(option, given);
        case "--redraw" -> redraw = true;
        case "--colour" -> colour = true;
        case "--blocks" -> blocks = true;
        case "--technique" -> techniques = Technique.named(value(option, given));
        default ->
            throw new IllegalArgumentException(
                "'" + option + "' is not an option of the demonstration: 'halite help' lists them");
      }
    }
    return new DemoArguments(rows, directory, columns, redraw, colour, blocks, techniques);
  }

  private static String value(String option, Iterator<String> given) {
    if (!given.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return given.next();
  }

  private static int number(String option, Iterator<String> given) {
    String value = value(option, given);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " '" + value + "' is not a number", e);
    }
  }

  Terminal terminal(PrintStream out) {
    return new Terminal(out, redraw, colour, blocks, columns);
  }
}
