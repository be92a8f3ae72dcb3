package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.ClientRequest;
import java.util.Optional;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;

/**
 * The user who opened a scanner. Only this user may read and close it.
 *
 * <p>HBase's AccessController remembers the scanner that the region itself opened, and does not
 * know the one that Halite puts in its place. Immutable and thread-safe.
 */
public final class ScannerOwner {
  private final Optional<String> user;

  private ScannerOwner(Optional<String> user) {
    this.user = user;
  }

  /** A scanner that Halite has put in place of a region's own. */
  public interface Owned {
    /** Returns the user who opened the scanner. */
    ScannerOwner owner();
  }

  /** Returns the user whose request opens a scanner; all users where rights are off. */
  static ScannerOwner of(boolean authorized, Optional<User> caller) {
    return new ScannerOwner(authorized ? caller.map(User::getShortName) : Optional.empty());
  }

  /**
   * Passes if the request that this thread serves comes from the user who opened the scanner.
   * Passes also without a request, because HBase closes a scanner when its lease expires.
   *
   * @throws AccessDeniedException if the request comes from another user
   */
  public static void require(InternalScanner scanner) throws AccessDeniedException {
    if (scanner instanceof Owned owned && ClientRequest.isServed()) {
      owned.owner().require(ClientRequest.userName());
    }
  }

  private void require(Optional<String> asking) throws AccessDeniedException {
    if (user.isPresent() && !user.equals(asking)) {
      throw new AccessDeniedException(
          "user '" + asking.orElse("") + "' is not the one who opened this scanner");
    }
  }
}
