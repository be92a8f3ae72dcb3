package io.halite.it.protocols;

import io.halite.it.mapreduce.StoredAs;
import io.halite.it.protocols.ProtocolServer.Protocol;
import io.halite.keys.Salt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;

/** A protocol to a table of a salt. */
record ProtocolCase(Protocol protocol, StoredAs salt) {
  /** The whole product. */
  static List<ProtocolCase> all() {
    List<ProtocolCase> all = new ArrayList<>();
    for (Protocol protocol : Protocol.values()) {
      for (StoredAs salt : StoredAs.values()) {
        all.add(new ProtocolCase(protocol, salt));
      }
    }
    return all;
  }

  /** Of each protocol a salt with buckets; of any one a salt that scatters and one of the rest. */
  static List<ProtocolCase> drawn(long seed) {
    Random random = new Random(seed);
    List<ProtocolCase> drawn = new ArrayList<>();
    for (Protocol protocol : Protocol.values()) {
      drawn.add(new ProtocolCase(protocol, any(ProtocolCase::hasOwners, random)));
    }
    drawn.add(new ProtocolCase(any(random), any(ProtocolCase::scatters, random)));
    drawn.add(
        new ProtocolCase(any(random), any(salt -> !hasOwners(salt) && !scatters(salt), random)));
    return drawn;
  }

  private static Protocol any(Random random) {
    return Protocol.values()[random.nextInt(Protocol.values().length)];
  }

  private static StoredAs any(Predicate<StoredAs> kind, Random random) {
    List<StoredAs> all = Arrays.stream(StoredAs.values()).filter(kind).toList();
    return all.get(random.nextInt(all.size()));
  }

  /** Whether the plug-in sends requests on the table straight to the owners. */
  boolean hasOwners() {
    return hasOwners(salt);
  }

  private static boolean hasOwners(StoredAs stored) {
    Salt salt = stored.spec().salt();
    return salt.isSinglePlace()
        && salt.keepsNaturalOrder()
        && salt.prefixWidth() > 0
        && stored.spec().indexes().isEmpty();
  }

  /** Whether the store has the rows in another order than their keys. */
  boolean scatters() {
    return scatters(salt);
  }

  private static boolean scatters(StoredAs stored) {
    return stored.spec().salt().isSinglePlace() && !stored.spec().salt().keepsNaturalOrder();
  }

  @Override
  public String toString() {
    return "%s to %s".formatted(protocol, salt).toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
