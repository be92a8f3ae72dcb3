package io.halite.it.architecture;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the repository, without what builds and Git put beside them. */
final class Sources {
  static final Path ROOT = Path.of("..");

  private static final Set<String> NO_SOURCES = Set.of("target", ".git");

  private Sources() {}

  /** {@code docs/latest.md}. */
  static String name(Path file) {
    return ROOT.relativize(file).toString();
  }

  /** All files whose name from the root matches {@code pattern}, sorted. */
  static List<Path> matching(String pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return NO_SOURCES.contains(directory.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (name(file).matches(pattern)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found.stream().sorted().toList();
  }
}
