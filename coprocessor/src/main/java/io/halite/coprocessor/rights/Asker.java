package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.AccessControl;
import io.halite.coprocessor.table.Setting;
import io.halite.coprocessor.table.SiteSwitches;
import io.halite.keys.KeyBytes;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The user who sent a natural request. A gateway names this user to the owners, since forwards run
 * as the servers' user.
 *
 * <p>The attribute {@code halite.asked-by} holds one byte for the purpose of the name, then the
 * user's full name in UTF-8. {@code 01·61 6E 6E}: owners have to choose the cells that {@code ann}
 * may read. {@code 00·61 6E 6E}: the audit log names {@code ann}; every forward carries this where
 * the site sets {@code halite.audit}. Only servers may send the attribute; owners refuse it from a
 * client. Immutable and thread-safe.
 */
public final class Asker {
  private static final String ATTRIBUTE = "halite.asked-by";
  private static final byte FOR_AUDIT = 0;
  private static final byte NARROWED = 1;

  /** Beside HBase's own audit log, {@code SecurityLogger.org.apache.hadoop.hbase}. */
  private static final Logger AUDIT = LoggerFactory.getLogger("SecurityLogger.io.halite");

  private final boolean always;

  private Asker(boolean always) {
    this.always = always;
  }

  /** Makes an instance that names users as the site's configuration says. */
  static Asker of(Configuration site) {
    return new Asker(SiteSwitches.isOn(Setting.AUDIT, site));
  }

  /** Names the user on a natural request, if the site wants every forward to name one. */
  void name(Attributes natural, Optional<User> caller) throws DoNotRetryIOException {
    refuseForged(natural);
    if (always) {
      caller.ifPresent(user -> put(natural, user, FOR_AUDIT));
    }
  }

  /** Names the user on a natural request whose answer depends on the user's rights. */
  static void nameAlways(Attributes natural, Optional<User> caller) throws DoNotRetryIOException {
    refuseForged(natural);
    if (caller.isEmpty()) {
      throw new DoNotRetryIOException(
          "this read has no user, but its cells depend on the rights of one: send it as a user");
    }
    put(natural, caller.get(), NARROWED);
  }

  /** Whether a request names a user, whether a gateway or a client has set the name. */
  public static boolean isOn(Attributes request) {
    return request.getAttribute(ATTRIBUTE) != null;
  }

  /** Names on a request the user whom another request of the same RPC names, if there is one. */
  public static void nameAlike(Attributes judged, Attributes other) {
    byte[] value = judged.getAttribute(ATTRIBUTE);
    if (value != null) {
      other.setAttribute(ATTRIBUTE, value);
    }
  }

  private static void put(Attributes natural, User user, byte purpose) {
    byte[] name = user.getName().getBytes(StandardCharsets.UTF_8);
    natural.setAttribute(ATTRIBUTE, KeyBytes.concat(new byte[] {purpose}, name));
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
   * Returns the user who sent a forwarded read and may see only some of its cells; empty for other
   * requests. Writes the audit log.
   *
   * @param sender the user who sent the request to this region
   * @param what the description of the request in the audit log
   * @throws AccessDeniedException if the sender is not one of the servers or another superuser
   */
  Optional<User> of(Attributes forwarded, Optional<User> sender, Supplier<String> what)
      throws AccessDeniedException {
    byte[] value = forwarded.getAttribute(ATTRIBUTE);
    if (value == null) {
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
    String name = new String(value, 1, value.length - 1, StandardCharsets.UTF_8);
    if (always) {
      AUDIT.info("{} asked for by user '{}'", what.get(), name);
    }
    return value[0] == NARROWED
        ? Optional.of(User.create(UserGroupInformation.createRemoteUser(name)))
        : Optional.empty();
  }

  /** Whether a request comes from a server, this one included, or from another superuser. */
  static boolean isServer(Optional<User> sender) {
    return sender.isEmpty() || AccessControl.isSuperuser(sender.get());
  }
}
