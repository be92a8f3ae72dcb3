package io.halite.it.rights;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.exceptions.DeserializationException;

/**
 * Something of Halite's that reads what anyone may send.
 *
 * @param name what it is
 * @param valid inputs that it takes
 * @param parts what may be put into such an input anywhere
 * @param refusals what it may throw beside {@code IOException} and {@code DeserializationException}
 * @param handing what HBase does with an input before it is Halite's
 */
record Decoder(
    String name,
    List<byte[]> valid,
    List<byte[]> parts,
    Set<Class<? extends Exception>> refusals,
    Handing handing) {
  /** Reads an input that HBase hands on as it is, and uses what has come of it. */
  interface Reading {
    void read(byte[] input) throws Exception;
  }

  /** Reads an input that HBase has read before. */
  interface Handed {
    void read() throws Exception;
  }

  /** Hands an input on; empty if HBase refuses it. */
  interface Handing {
    Optional<Handed> hand(byte[] input);
  }

  /** A decoder that every input reaches. */
  static Decoder of(
      String name,
      List<byte[]> valid,
      List<byte[]> parts,
      Set<Class<? extends Exception>> refusals,
      Reading reading) {
    return new Decoder(
        name, valid, parts, refusals, input -> Optional.of(() -> reading.read(input)));
  }

  static List<byte[]> texts(String... texts) {
    return Arrays.stream(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * Whether the input was refused, and not taken.
   *
   * @throws Exception what the decoder must not throw
   */
  boolean refuses(Handed input) throws Exception {
    try {
      input.read();
      return false;
    } catch (IOException | DeserializationException refusal) {
      return true;
    } catch (IllegalArgumentException refusal) {
      if (refusals.contains(refusal.getClass())) {
        return true;
      }
      throw refusal;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
