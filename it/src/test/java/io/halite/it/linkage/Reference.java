package io.halite.it.linkage;

import java.util.Optional;

/**
 * What a class file names of another class: the class, or one member of it.
 *
 * @param owner the class, {@code org/apache/hadoop/hbase/client/Get}
 * @param member the member; empty if only the class is named
 * @param onInterface whether the member's class is taken for an interface
 * @param isStatic whether the member is taken for a static one
 */
record Reference(String owner, Optional<Member> member, boolean onInterface, boolean isStatic) {
  static Reference to(String owner) {
    return new Reference(owner, Optional.empty(), false, false);
  }
}
