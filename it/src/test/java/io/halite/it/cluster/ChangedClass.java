package io.halite.it.cluster;

import java.util.function.UnaryOperator;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/** A class that is changed before this JVM loads it. Stateless. */
public final class ChangedClass {
  private static final ClassFileLocator CLASS_FILES =
      ClassFileLocator.ForClassLoader.ofSystemLoader();
  private static final TypePool TYPES = TypePool.Default.of(CLASS_FILES);

  private ChangedClass() {}

  /**
   * Loads the class {@code name} with the code of {@code advice} in its methods.
   *
   * @param advice a class of ByteBuddy's {@link Advice}
   */
  public static void load(
      String name, Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
    load(name, visitor(advice, methods));
  }

  /** The class file that {@link #load} would load, for a test of the advice. */
  public static byte[] bytes(
      String name, Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
    return made(name, visitor(advice, methods)).getBytes();
  }

  private static UnaryOperator<DynamicType.Builder<?>> visitor(
      Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
    AsmVisitorWrapper change = Advice.to(advice).on(methods);
    return type -> type.visit(change);
  }

  /** Loads the class {@code name} with this change. */
  static void load(String name, UnaryOperator<DynamicType.Builder<?>> change) {
    made(name, change)
        .load(ClassLoader.getSystemClassLoader(), ClassLoadingStrategy.Default.INJECTION);
  }

  private static DynamicType.Unloaded<?> made(
      String name, UnaryOperator<DynamicType.Builder<?>> change) {
    TypeDescription type = TYPES.describe(name).resolve();
    return change.apply(new ByteBuddy().redefine(type, CLASS_FILES)).make();
  }
}
