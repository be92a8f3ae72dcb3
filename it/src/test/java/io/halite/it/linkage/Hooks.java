package io.halite.it.linkage;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.Opcodes;

/** Which methods of a class HBase calls, since they stand for methods of HBase's classes. */
final class Hooks {
  private static final int NOT_INHERITED =
      Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;

  private final ClassFiles classes;
  private final Linker linker;

  Hooks(ClassFiles classes) {
    this.classes = classes;
    this.linker = new Linker(classes);
  }

  /** The methods that a class declares or inherits from {@code io/halite} and HBase may call. */
  Set<Member> overriding(ClassFile type) {
    Set<Member> found = new LinkedHashSet<>();
    for (Map.Entry<Member, Integer> each : type.members().entrySet()) {
      if (isInherited(each)
          && foreign(type).anyMatch(parent -> parent.members().containsKey(each.getKey()))) {
        found.add(each.getKey());
      }
    }
    return found;
  }

  /** Methods that a class must have by its interfaces and superclasses, and has not. */
  Set<Member> lacking(ClassFile type) {
    Set<Member> lacking = new LinkedHashSet<>();
    if (type.isAbstract()) {
      return lacking;
    }
    foreign(type)
        .flatMap(parent -> parent.members().entrySet().stream())
        .filter(each -> (each.getValue() & Opcodes.ACC_ABSTRACT) != 0)
        .map(Map.Entry::getKey)
        .filter(member -> !isImplemented(type, member))
        .forEach(lacking::add);
    return lacking;
  }

  /** Final methods and classes of HBase that a class overrides or extends. */
  Set<String> forbidden(ClassFile type) {
    Set<String> forbidden = new LinkedHashSet<>();
    foreign(type)
        .forEach(
            parent -> {
              if (parent.isFinal()) {
                forbidden.add(Member.simple(parent.name()));
              }
              parent.members().entrySet().stream()
                  .filter(each -> (each.getValue() & Opcodes.ACC_FINAL) != 0)
                  .filter(Hooks::isInherited)
                  .filter(each -> type.members().containsKey(each.getKey()))
                  .forEach(
                      each -> forbidden.add(Member.simple(parent.name()) + "." + each.getKey()));
            });
    return forbidden;
  }

  private boolean isImplemented(ClassFile type, Member member) {
    return linker.lineage(type).stream()
        .map(classes::find)
        .flatMap(Optional::stream)
        .map(each -> each.members().get(member))
        .anyMatch(access -> access != null && (access & Opcodes.ACC_ABSTRACT) == 0);
  }

  private static boolean isInherited(Map.Entry<Member, Integer> member) {
    return member.getKey().isMethod()
        && !member.getKey().name().startsWith("<")
        && (member.getValue() & NOT_INHERITED) == 0;
  }

  /** What stands above a class and is of neither Halite nor the JDK. */
  private Stream<ClassFile> foreign(ClassFile type) {
    return linker.ancestors(type).stream()
        .filter(name -> !name.startsWith("io/halite/") && !name.startsWith("java/"))
        .map(classes::find)
        .flatMap(Optional::stream);
  }
}
