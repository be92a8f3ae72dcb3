package io.halite.routing.merge;

import java.io.IOException;

/** A scan that its cursor has ended itself, to go on behind its last whole row: no owner failed. */
final class BrokenOffException extends IOException {
  private static final long serialVersionUID = 1;

  BrokenOffException(String message) {
    super(message);
  }
}
