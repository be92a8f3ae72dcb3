package io.halite.coprocessor.rights;

/**
 * A request by natural key that the region's security coprocessors have judged, as it will be
 * forwarded.
 *
 * <p>Gateways take nothing else, and only {@link Judges} makes one, so a new operation without a
 * judgement does not compile. Immutable if the request is.
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

  /** Returns the request. */
  public T request() {
    return request;
  }

  /**
   * Whether the user may read only some of the requested cells, so that the owner regions have to
   * choose them. The request then names the user to the owners.
   */
  public boolean isNarrowed() {
    return narrowed;
  }
}
