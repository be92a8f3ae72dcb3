package io.halite.it.survival;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What one writer knows of one row, which nobody else writes.
 *
 * <p>The row's {@code f:a} and {@code f:b} hold the same version, or neither is there. After a
 * write whose outcome is unknown the entry allows for both, and is not written that way again: what
 * is still on its way may arrive late. {@code f:n} is counted up by ones, {@code f:l} grows by
 * numbers of four bytes; those go on, since they do not depend on what was there.
 */
final class Entry {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] A = Bytes.toBytes("a");
  static final byte[] B = Bytes.toBytes("b");
  static final byte[] COUNT = Bytes.toBytes("n");
  static final byte[] LIST = Bytes.toBytes("l");
  static final long ABSENT = 0;

  private final byte[] key;
  private long version = ABSENT;

  /** Versions written and acknowledged since the last acknowledged delete. */
  private final Set<Long> earlier = new TreeSet<>();

  /** What it may hold instead of its version. */
  private final Set<Long> maybe = new TreeSet<>();

  private long counted;
  private long maybeCounted;
  private int listed;
  private final List<Integer> certain = new ArrayList<>();
  private final List<Integer> doubtful = new ArrayList<>();

  Entry(byte[] key) {
    this.key = key;
  }

  byte[] key() {
    return key;
  }

  long version() {
    return version;
  }

  /** Whether its version may still be written. */
  boolean isCertain() {
    return maybe.isEmpty();
  }

  void wrote(long written, boolean acknowledged) {
    if (!acknowledged) {
      maybe.add(written);
      return;
    }
    version = written;
    if (written == ABSENT) {
      earlier.clear();
    } else {
      earlier.add(written);
    }
  }

  /**
   * A delete that went to all places of the row under a random salt. If its outcome is unknown, it
   * may have reached some of them alone, and in the others any earlier version may be left.
   */
  void deletedInPlaces(boolean acknowledged) {
    wrote(ABSENT, acknowledged);
    if (!acknowledged) {
      maybe.addAll(earlier);
    }
  }

  void counted(boolean acknowledged) {
    if (acknowledged) {
      counted++;
    } else {
      maybeCounted++;
    }
  }

  /** The next append to the list. */
  Append append() {
    return new Append(key).addColumn(FAMILY, LIST, Bytes.toBytes(++listed));
  }

  void appended(boolean acknowledged) {
    (acknowledged ? certain : doubtful).add(listed);
  }

  Delete delete() {
    return new Delete(key).addColumns(FAMILY, A).addColumns(FAMILY, B);
  }

  /** Adds what is wrong with what was read of the row. */
  void check(Result read, Findings findings) {
    long a = number(read, A);
    if (a != number(read, B)) {
      findings.add(Findings.Kind.TORN, key, "a is " + a + ", b is " + number(read, B));
    } else if (a != version && !maybe.contains(a)) {
      findings.add(
          Findings.Kind.LOST, key, a + " was read, " + version + " acknowledged, maybe " + maybe);
    }
    long count = number(read, COUNT);
    if (count < counted || count > counted + maybeCounted) {
      findings.add(
          count < counted ? Findings.Kind.LOST : Findings.Kind.DOUBLED,
          key,
          "counted " + count + " of " + counted + " + " + maybeCounted);
    }
    checkList(read, findings);
  }

  private void checkList(Result read, Findings findings) {
    byte[] list = read.getValue(FAMILY, LIST);
    List<Integer> found = new ArrayList<>();
    for (int at = 0; list != null && at < list.length; at += Integer.BYTES) {
      found.add(Bytes.toInt(list, at));
    }
    List<Integer> left = new ArrayList<>(found);
    for (Integer number : certain) {
      if (!left.remove(number)) {
        findings.add(Findings.Kind.LOST, key, number + " is not in the list " + found);
      }
    }
    for (Integer number : doubtful) {
      left.remove(number);
    }
    if (!left.isEmpty()) {
      findings.add(Findings.Kind.DOUBLED, key, left + " is too much in the list " + found);
    }
  }

  static long number(Result read, byte[] column) {
    byte[] value = read.getValue(FAMILY, column);
    return value == null ? ABSENT : Bytes.toLong(value);
  }
}
