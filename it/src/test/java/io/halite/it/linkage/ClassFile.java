package io.halite.it.linkage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * What a class file declares.
 *
 * @param access its flags, as those of each member: {@link Opcodes}
 * @param parent its superclass; empty for {@code java/lang/Object}
 * @param members flags by field and method
 */
record ClassFile(
    String name,
    int access,
    Optional<String> parent,
    List<String> interfaces,
    Map<Member, Integer> members) {

  static ClassFile read(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    Map<Member, Integer> members = new LinkedHashMap<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            members.put(new Member(name, descriptor), access);
            return null;
          }

          @Override
          public FieldVisitor visitField(
              int access, String name, String descriptor, String signature, Object value) {
            members.put(new Member(name, descriptor), access);
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new ClassFile(
        reader.getClassName(),
        reader.getAccess(),
        Optional.ofNullable(reader.getSuperName()),
        List.of(reader.getInterfaces()),
        members);
  }

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }

  boolean isAbstract() {
    return (access & Opcodes.ACC_ABSTRACT) != 0;
  }

  boolean isFinal() {
    return (access & Opcodes.ACC_FINAL) != 0;
  }

  String packageName() {
    return name.substring(0, name.lastIndexOf('/') + 1);
  }

  /** The superclass, and then the interfaces. */
  List<String> parents() {
    List<String> parents = new ArrayList<>();
    parent.ifPresent(parents::add);
    parents.addAll(interfaces);
    return parents;
  }
}
