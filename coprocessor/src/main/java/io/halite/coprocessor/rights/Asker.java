package io.halite.coprocessor.rights;

import io.halite.keys.KeyBytes;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The user who asked, named by a gateway to the owners of what it forwards: forwards run as the
 * servers' own user.
 *
 * <p>The attribute {@code halite.asked-by} holds the user's full name in UTF-8, {@code
 * ann@EXAMPLE.COM}. It is set where owners have to choose the cells that the user may read, and on
 * every forward where the site sets {@code halite.audit}. Servers alone may send it: a client that
 * does is refused. Immutable and thread-safe.
 */
public final class Asker {
  /** Site configuration: {@code true} if each forward is to name the user who asked. */
  public static final String AUDIT_KEY = "halite.audit";

  private static final String ATTRIBUTE = "halite.asked-by";

  private final boolean always;

  private Asker(boolean always) {
    this.always = always;
  }

  /** Naming as the site's configuration asks for. */
  static Asker of(Configuration site) {
    return new Asker(site.getBoolean(AUDIT_KEY, false));
  }

  /** Names the user on a natural request if every forward is to name one. */
  void name(Attributes natural, Optional<User> caller) throws DoNotRetryIOException {
    refuseForged(natural);
    if (always) {
      put(natural, caller);
    }
  }

  /** Names the user on a natural request whose answer depends on who asked. */
  static void nameAlways(Attributes natural, Optional<User> caller) throws DoNotRetryIOException {
    refuseForged(natural);
    if (caller.isEmpty()) {
      throw new DoNotRetryIOException(
          "nobody asked for this read, and its answer depends on who does: read as a user");
    }
    put(natural, caller);
  }

  private static void put(Attributes natural, Optional<User> caller) {
    caller.ifPresent(
        user -> natural.setAttribute(ATTRIBUTE, user.getName().getBytes(StandardCharsets.UTF_8)));
  }

  private static void refuseForged(Attributes natural) throws DoNotRetryIOException {
    byte[] given = natural.getAttribute(ATTRIBUTE);
    if (given != null) {
      throw new DoNotRetryIOException(
          "attribute "
              + ATTRIBUTE
              + " holds "
              + KeyBytes.readable(given)
              + ": region servers set it, and a client must not; leave it out");
    }
  }

  /**
   * The user who asked for a forwarded request; empty if it names none.
   *
   * @param sender who sent the request to this region
   * @throws AccessDeniedException if the sender is not one of the servers or another superuser
   */
  static Optional<User> of(Attributes forwarded, Optional<User> sender)
      throws AccessDeniedException {
    byte[] name = forwarded.getAttribute(ATTRIBUTE);
    if (name == null) {
      return Optional.empty();
    }
    if (!isServer(sender)) {
      throw new AccessDeniedException(
          "attribute "
              + ATTRIBUTE
              + " is taken from region servers alone, not from user '"
              + sender.map(User::getShortName).orElse("")
              + "': leave it out");
    }
    return Optional.of(
        User.create(
            UserGroupInformation.createRemoteUser(new String(name, StandardCharsets.UTF_8))));
  }

  /** Whether a request comes from a server, this one included, or from another superuser. */
  static boolean isServer(Optional<User> sender) {
    return sender.isEmpty() || Superusers.isSuperUser(sender.get());
  }
}
