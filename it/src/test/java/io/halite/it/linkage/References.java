package io.halite.it.linkage;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Collects what the code of one class names of other classes. */
final class References extends ClassVisitor {
  private final Set<Reference> found = new LinkedHashSet<>();

  private References() {
    super(Opcodes.ASM9);
  }

  /** All references of a class file, those of method handles and lambdas among them. */
  static Set<Reference> of(byte[] classFile) {
    References references = new References();
    new ClassReader(classFile).accept(references, ClassReader.SKIP_DEBUG);
    return references.found;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    named(parent);
    for (String each : interfaces) {
      named(each);
    }
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Code();
  }

  private void named(String type) {
    Type each = Type.getObjectType(type);
    if (each.getSort() == Type.ARRAY) {
      each = each.getElementType();
    }
    if (each.getSort() == Type.OBJECT) {
      found.add(Reference.to(each.getInternalName()));
    }
  }

  private void member(String owner, Member member, boolean onInterface, boolean isStatic) {
    named(owner);
    if (!owner.startsWith("[")) {
      found.add(new Reference(owner, Optional.of(member), onInterface, isStatic));
    }
  }

  private void handle(Handle handle) {
    boolean isStatic =
        switch (handle.getTag()) {
          case Opcodes.H_INVOKESTATIC, Opcodes.H_GETSTATIC, Opcodes.H_PUTSTATIC -> true;
          default -> false;
        };
    Member member = new Member(handle.getName(), handle.getDesc());
    member(handle.getOwner(), member, handle.isInterface(), isStatic);
  }

  private final class Code extends MethodVisitor {
    private Code() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      named(type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
      member(owner, new Member(name, descriptor), false, isStatic);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean onInterface) {
      member(owner, new Member(name, descriptor), onInterface, opcode == Opcodes.INVOKESTATIC);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          handle(handle);
        }
      }
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof Type type && type.getSort() != Type.METHOD) {
        named(type.getInternalName());
      }
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
      if (type != null) {
        named(type);
      }
    }
  }
}
