package io.halite.it.linear;

/** Which client has sent a request, and how. */
record Sender(int client, Shape shape) {
  @Override
  public String toString() {
    return client + " " + shape;
  }
}
