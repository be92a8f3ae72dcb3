package io.halite.it.shell;

import java.io.IOException;

/** The shell refused a command or did not answer in time: its exit status and its output. */
public final class ShellException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String output;

  ShellException(String command, String rule, int status, String output) {
    super("shell command '" + command + "' " + rule + "; it said:\n" + output);
    this.status = status;
    this.output = output;
  }

  /** The exit status of the shell's process, never 0. */
  public int status() {
    return status;
  }

  /** What the command wrote before the shell ended, the error and its stack included. */
  public String output() {
    return output;
  }
}
