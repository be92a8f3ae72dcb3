package io.halite.it.linkage;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;

/** Resolves references as a JVM does (JVMS 5.4.3), and says why one cannot be. */
final class Linker {
  private final ClassFiles classes;

  Linker(ClassFiles classes) {
    this.classes = classes;
  }

  /** Why {@code user} could not use what it names; empty if it can. */
  Optional<String> objection(ClassFile user, Reference reference) {
    Optional<ClassFile> owner = classes.find(reference.owner());
    if (owner.isEmpty()) {
      return Optional.of("no class " + Member.simple(reference.owner()));
    }
    if (reference.member().isEmpty() || isPolymorphic(owner.get())) {
      return seen(user, owner.get(), owner.get().access())
          ? Optional.empty()
          : Optional.of("no access to class " + Member.simple(reference.owner()));
    }
    Member member = reference.member().get();
    String name = Member.simple(reference.owner()) + "." + member;
    Optional<ClassFile> declarer = declarer(owner.get(), member);
    if (declarer.isEmpty()) {
      return Optional.of("no " + name);
    }
    int access = declarer.get().members().get(member);
    if (member.isMethod() && owner.get().isInterface() != reference.onInterface()) {
      return Optional.of(
          (owner.get().isInterface() ? "an interface now: " : "no interface any more: ")
              + Member.simple(reference.owner()));
    }
    if (((access & Opcodes.ACC_STATIC) != 0) != reference.isStatic()) {
      return Optional.of((reference.isStatic() ? "not static: " : "static: ") + name);
    }
    return seen(user, declarer.get(), access)
        ? Optional.empty()
        : Optional.of("no access to " + name);
  }

  /** Methods of the JDK that take any descriptor, {@code MethodHandle.invokeExact}. */
  private static boolean isPolymorphic(ClassFile owner) {
    return owner.name().equals("java/lang/invoke/MethodHandle")
        || owner.name().equals("java/lang/invoke/VarHandle");
  }

  private boolean seen(ClassFile user, ClassFile declarer, int access) {
    if ((access & Opcodes.ACC_PUBLIC) != 0 || user.packageName().equals(declarer.packageName())) {
      return true;
    }
    return (access & Opcodes.ACC_PROTECTED) != 0 && ancestors(user).contains(declarer.name());
  }

  /** The class that declares what a member of {@code owner} resolves to. */
  Optional<ClassFile> declarer(ClassFile owner, Member member) {
    if (member.isConstructor()) {
      return owner.members().containsKey(member) ? Optional.of(owner) : Optional.empty();
    }
    for (String each : lineage(owner)) {
      Optional<ClassFile> type = classes.find(each);
      if (type.isPresent() && type.get().members().containsKey(member)) {
        return type;
      }
    }
    return Optional.empty();
  }

  /** A class, its superclasses and then all interfaces, in the order of resolution. */
  Set<String> lineage(ClassFile type) {
    Set<String> lineage = new LinkedHashSet<>();
    for (Optional<ClassFile> each = Optional.of(type);
        each.isPresent();
        each = each.get().parent().flatMap(classes::find)) {
      lineage.add(each.get().name());
    }
    lineage.addAll(ancestors(type));
    lineage.add("java/lang/Object");
    return lineage;
  }

  /** All classes and interfaces above a class. */
  Set<String> ancestors(ClassFile type) {
    Set<String> ancestors = new LinkedHashSet<>();
    for (String parent : type.parents()) {
      ancestors.add(parent);
      classes.find(parent).ifPresent(each -> ancestors.addAll(ancestors(each)));
    }
    return ancestors;
  }
}
