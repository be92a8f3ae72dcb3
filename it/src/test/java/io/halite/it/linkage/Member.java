package io.halite.it.linkage;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.Type;

/** A field or a method by name and descriptor, {@code getRow()[B}. */
record Member(String name, String descriptor) {
  boolean isMethod() {
    return descriptor.startsWith("(");
  }

  boolean isConstructor() {
    return name.equals("<init>");
  }

  /**
   * As in a program, {@code setRow(byte[])}: what differs in the type of the answer looks equal.
   */
  @Override
  public String toString() {
    if (!isMethod()) {
      return name;
    }
    return Stream.of(Type.getArgumentTypes(descriptor))
        .map(Member::simple)
        .collect(Collectors.joining(", ", name + "(", ")"));
  }

  private static String simple(Type type) {
    return simple(type.getClassName());
  }

  /** The name of a class without its package, {@code Table.Row} of {@code a/b/Table$Row}. */
  static String simple(String type) {
    return type.replaceFirst("^.*[./]", "").replace('$', '.');
  }
}
