package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.ClientRequest;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;

/**
 * Records which user opened a scanner, so that only this user may read and close it.
 *
 * <p>For scanners of the region itself HBase's AccessController does this. It remembers the scanner
 * that the region opened. Halite puts another scanner in its place, which the AccessController does
 * not know, so Halite checks it here. Immutable and thread-safe.
 */
public final class ScannerOwner {
  private final Optional<String> user;
  private final UnaryOperator<IOException> shown;

  private ScannerOwner(Optional<String> user, UnaryOperator<IOException> shown) {
    this.user = user;
    this.shown = shown;
  }

  /** A scanner that Halite has put in place of the region's scanner. */
  public interface Owned {
    /** Returns the record of the user who opened the scanner. */
    ScannerOwner owner();
  }

  /**
   * Returns the record for a new scanner.
   *
   * @param authorized whether the site checks rights; if not, every user may read every scanner
   * @param caller the user whose request opens the scanner; empty for a scan of the server itself,
   *     which every user may read
   * @param shown what of a failure the user may see who reads the scanner
   */
  public static ScannerOwner of(
      boolean authorized, Optional<User> caller, UnaryOperator<IOException> shown) {
    return new ScannerOwner(authorized ? caller.map(User::getShortName) : Optional.empty(), shown);
  }

  /** What the user who reads the scanner may see of a failure of it. */
  public IOException shown(IOException failure) {
    return shown.apply(failure);
  }

  /**
   * Passes if the user whose request this thread serves has opened the scanner.
   *
   * <p>It passes also if the thread serves no request: HBase itself closes a scanner whose lease
   * has expired.
   *
   * <p>A refused scanner is closed. HBase has taken its lease and does not give it back, so nobody
   * can use it any more and it would never expire. Without the close it would hold its place and
   * its scanners at the owners until the server ends.
   *
   * @param scanner any scanner; only an {@link Owned} one is checked
   * @throws AccessDeniedException if the request comes from another user
   */
  public static void require(InternalScanner scanner) throws IOException {
    if (scanner instanceof Owned owned && ClientRequest.isServed()) {
      try {
        owned.owner().require(ClientRequest.userName());
      } catch (AccessDeniedException refused) {
        try (scanner) {
          throw refused;
        }
      }
    }
  }

  private void require(Optional<String> asking) throws AccessDeniedException {
    if (user.isPresent() && !user.equals(asking)) {
      throw new AccessDeniedException(
          asking.map(name -> "user '" + name + "'").orElse("an unknown user")
              + " did not open this scanner: only the user who opened a scanner may read and close"
              + " it; open another");
    }
  }
}
