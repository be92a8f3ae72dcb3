package io.halite.it.rights;

import static io.halite.it.rights.Decoder.text;
import static io.halite.it.rights.Decoder.texts;

import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.KeyLayout;
import io.halite.keys.RowKeyException;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SpecException;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.util.Bytes;

/** The decoders of specs and layouts, whose texts reach servers in attributes of tables. */
final class SpecDecoders {
  private static final List<byte[]> SPECS =
      texts(
          "salt=none",
          "salt=hash(*) % 16",
          "key=origin:3 departure:12:digits destination:3,salt=hash(origin) % 16",
          "key=a~: b~0x00 c:*,salt=hash(a b) spread(c % 4) % 16 digits",
          "key=n:4:int,salt=mod(n) % 7",
          "key=u:11:digits ts:8:revtime,salt=md5(u)[0:4]",
          "key=u:8,salt=MD5(u)[0:32]:,index=by(u)",
          "key=a:3 b:2 c~#,salt=reverse(b a),scan=passes",
          "key=a:3,salt=random % 256 digits",
          "key=a:3,salt=random-suffix % 8",
          "key=a:3:text:x b:2,salt=hash(b) % 26 letters-",
          "key=a:3:text:0x3A,salt=random-suffix % 100 digits",
          "salt=phoenix % 4",
          "salt=hbasewd % 255",
          "key=s:4 o:6:digits,salt=hash(s) % 16,index=byOrder(o) % 4 byBuyer(s f:buyer)");
  private static final List<byte[]> SPEC_PARTS =
      texts(
          "key=",
          "salt=",
          "index=",
          "scan=",
          ",",
          " ",
          "(",
          ")",
          "*",
          ":",
          "~",
          "0x00",
          "[0:4]",
          "% 16",
          "a:1 ",
          "b~0x2c ",
          "reverse(",
          "hash(",
          "digits",
          "letters",
          ":text:x",
          "revtime",
          "999999999999");

  private SpecDecoders() {}

  static Stream<Decoder> all() {
    return Stream.of(
        Decoder.of("spec", SPECS, SPEC_PARTS, Set.of(SpecException.class), SpecDecoders::spec),
        attribute(),
        Decoder.of(
            "layout",
            texts(Decoders.LAYOUT, "a~: b~0x00 c:*", "row:*"),
            SPEC_PARTS,
            Set.of(SpecException.class),
            bytes -> KeyLayout.parse(text(bytes)).accepts(Decoders.key(bytes))));
  }

  private static void spec(byte[] bytes) throws IOException {
    use(SaltingSpec.parse(text(bytes)), bytes);
  }

  /** Salts keys of tables whose spec anyone who may create tables has written. */
  private static void use(SaltingSpec spec, byte[] bytes) throws IOException {
    SaltedTable table = new SaltedTable(Decoders.TABLE.name(), spec);
    for (byte[] key : List.of(Decoders.key(bytes), new byte[Decoders.LONGEST_KEY], new byte[0])) {
      spec.salt().places(key);
      spec.salt().keepsNaturalOrder(Decoders.range(key));
      spec.salt().images(Decoders.range(key));
      refusable(() -> table.storedKey(key));
      refusable(() -> table.reading(() -> spec.salt().unsalt(key)));
      refusable(
          () ->
              table.reading(
                  () -> {
                    spec.salt().verify(key, 0, key.length);
                    return key;
                  }));
    }
  }

  private interface Refusable {
    void run() throws IOException;
  }

  /** A key that does not fit is no fault of the spec. */
  private static void refusable(Refusable body) throws IOException {
    try {
      body.run();
    } catch (DoNotRetryIOException refusal) {
      if (refusal.getCause() != null && !(refusal.getCause() instanceof RowKeyException)) {
        throw new IllegalStateException("it is refused for another reason", refusal);
      }
    }
  }

  private static Decoder attribute() {
    List<byte[]> attributes = new ArrayList<>();
    for (byte[] spec : SPECS) {
      attributes.add(
          Bytes.add(Bytes.toBytes("|io.halite.coprocessor.SaltingObserver|1073741823|"), spec));
    }
    List<byte[]> parts = new ArrayList<>(SPEC_PARTS);
    parts.addAll(texts("|", "0000000000", "9", "\n"));
    return Decoder.of(
        "attribute",
        attributes,
        parts,
        Set.of(SpecException.class),
        bytes ->
            use(SaltingSpec.parse(CoprocessorAttribute.parse(text(bytes)).arguments()), bytes));
  }
}
