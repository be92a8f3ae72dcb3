package io.halite.client.shell;

import io.halite.keys.KeyBytes;

/** A number of things that a user gives to a command, {@code LIMIT => 100}. Stateless. */
final class CountOption {
  private CountOption() {}

  /**
   * The number as it is given.
   *
   * @throws IllegalArgumentException if it is no whole number, as {@code 2.9}, or less than 1
   */
  static int of(String name, Object given) {
    int count;
    try {
      count = Integer.parseInt(given.toString());
    } catch (NumberFormatException notWhole) {
      count = 0;
    }
    if (count < 1) {
      throw new IllegalArgumentException(
          name
              + " '"
              + KeyBytes.cut(given.toString())
              + "' is not a whole number of at least 1: correct it in the command");
    }
    return count;
  }
}
