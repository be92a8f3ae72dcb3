package io.halite.it.upstream;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/** A class that is changed before this JVM loads it. Stateless. */
final class ChangedClass {
  private static final ClassFileLocator CLASS_FILES =
      ClassFileLocator.ForClassLoader.ofSystemLoader();
  private static final TypePool TYPES = TypePool.Default.of(CLASS_FILES);

  private ChangedClass() {}

  /**
   * Loads the class {@code name} with the code of {@code advice} in its methods.
   *
   * @param advice a class of ByteBuddy's {@link Advice}
   */
  static void load(
      String name, Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
    TypeDescription type = TYPES.describe(name).resolve();
    AsmVisitorWrapper change = Advice.to(advice).on(methods);
    new ByteBuddy()
        .redefine(type, CLASS_FILES)
        .visit(change)
        .make()
        .load(ClassLoader.getSystemClassLoader(), ClassLoadingStrategy.Default.INJECTION);
  }
}
