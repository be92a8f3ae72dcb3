package io.halite.coprocessor.host;

import java.io.IOException;

/** No answer came to an RPC: the cause says what was seen instead, such as a closed connection. */
public final class NoAnswerException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says what was seen instead of an answer. */
  public NoAnswerException(IOException seen) {
    super(seen);
  }
}
