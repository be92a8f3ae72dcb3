package io.halite.coprocessor.rights;

/**
 * A request by natural key that the region's security coprocessors have judged, as it will be
 * forwarded.
 *
 * <p>Gateways take nothing else, and only {@link Judges} makes one: a new operation that nobody
 * judges does not compile. Immutable, as far as the request is.
 *
 * @param <T> the kind of request
 */
public final class Judged<T> {
  private final T request;
  private final boolean narrowed;

  Judged(T request, boolean narrowed) {
    this.request = request;
    this.narrowed = narrowed;
  }

  /** The request. */
  public T request() {
    return request;
  }

  /**
   * Whether the user may read only some of the cells asked for, so that the owner regions have to
   * choose them. The request then names the user to the owners.
   */
  public boolean isNarrowed() {
    return narrowed;
  }
}
