package io.halite.it.linkage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * What keeps the classes of Halite from running on a release of HBase, by the outermost class that
 * is affected: what it names and the release has not, what the release would demand of it, and what
 * HBase 2.6.4 calls of it and the release does not.
 *
 * <p>It reads what class files name. What a class looks for by its name, it does not see; a class
 * that guards such a look itself is right to do so.
 */
final class Linkage {
  private final ClassFiles base;
  private final ClassFiles target;

  /**
   * @param base Halite and the release that it was compiled with
   * @param target Halite and the other release
   */
  Linkage(ClassFiles base, ClassFiles target) {
    this.base = base;
    this.target = target;
  }

  /** The objections by class, {@code io.halite.coprocessor.host.RegionRpcs}. */
  Map<String, Set<String>> objections() {
    Map<String, Set<String>> objections = new TreeMap<>();
    Linker linker = new Linker(target);
    Hooks then = new Hooks(base);
    Hooks now = new Hooks(target);
    BiConsumer<ClassFile, String> add =
        (type, objection) ->
            objections
                .computeIfAbsent(outermost(type.name()), absent -> new TreeSet<>())
                .add(objection);
    for (String name : target.names()) {
      if (!name.startsWith("io/halite/")) {
        continue;
      }
      ClassFile type = target.find(name).orElseThrow();
      now.lacking(type).forEach(member -> add.accept(type, "must have " + member));
      now.forbidden(type).forEach(member -> add.accept(type, "final: " + member));
      Set<Member> uncalled = new LinkedHashSet<>(then.overriding(type));
      uncalled.removeAll(now.overriding(type));
      uncalled.forEach(member -> add.accept(type, "never called: " + member));
      for (Reference reference : References.of(bytes(name))) {
        // What only passes a call on is not called either.
        if (reference.member().filter(uncalled::contains).isEmpty()) {
          linker.objection(type, reference).ifPresent(objection -> add.accept(type, objection));
        }
      }
    }
    return objections;
  }

  private byte[] bytes(String name) {
    try {
      return target.bytes(name).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String outermost(String name) {
    int nested = name.indexOf('$');
    return (nested < 0 ? name : name.substring(0, nested)).replace('/', '.');
  }
}
