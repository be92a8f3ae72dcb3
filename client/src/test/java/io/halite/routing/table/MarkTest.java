package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MarkTest {
  private static final SaltingSpec SPEC = SaltingSpec.parse("salt=hash(*) % 16");
  private static final SaltingSpec OTHER = SaltingSpec.parse("salt=hash(*) % 32");
  private static final byte[] RIGHT =
      ByteBuffer.allocate(9).put((byte) 1).putLong(SPEC.fingerprint()).array();

  private static Get get(byte[] attribute) {
    Get get = new Get(new byte[] {1});
    get.setAttribute(Mark.ATTRIBUTE, attribute);
    return get;
  }

  @Test
  void aMarkIsTheVersionAndTheFingerprint() throws Exception {
    Get get = get(null);
    Mark.of(SPEC).putOn(get);
    assertThat(get.getAttribute("halite")).isEqualTo(RIGHT);
    Mark.of(SPEC).check(get);
  }

  @Test
  void aRequestIsMarkedByAnythingInTheAttribute() {
    assertThat(Mark.isOn(get(null))).isFalse();
    assertThat(Mark.isOn(get(RIGHT))).isTrue();
    assertThat(Mark.isOn(get(new byte[0]))).isTrue();
  }

  @Test
  void marksOfEqualSpecsAreEqual() {
    assertThat(Mark.of(SPEC))
        .isEqualTo(Mark.of(SaltingSpec.parse("key=row:*,salt=hash(*) % 16")))
        .hasSameHashCodeAs(Mark.of(SaltingSpec.parse("key=row:*,salt=hash(*) % 16")))
        .isNotEqualTo(Mark.of(OTHER));
  }

  static Stream<Arguments> strangeMarks() {
    byte[] otherVersion = RIGHT.clone();
    otherVersion[0] = 2;
    byte[] otherFingerprint = RIGHT.clone();
    otherFingerprint[8] ^= 1;
    return Stream.of(
        Arguments.of("no mark", null, "(none)"),
        Arguments.of("an empty one", new byte[0], "mark (empty) is not"),
        Arguments.of("another version", otherVersion, "mark 02 "),
        Arguments.of("another spec", otherFingerprint, "is not the mark of this table's spec"),
        Arguments.of("a byte too few", java.util.Arrays.copyOf(RIGHT, 8), "is not the mark"),
        Arguments.of("a byte too many", java.util.Arrays.copyOf(RIGHT, 10), "is not the mark"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("strangeMarks")
  void aStrangeMarkIsRefusedWithBothMarksNamed(String broken, byte[] attribute, String said) {
    assertThatThrownBy(() -> Mark.of(SPEC).check(get(attribute)))
        .isInstanceOf(MarkException.class)
        .hasMessageContaining(said)
        .hasMessageContaining(Mark.of(SPEC).toString());
  }

  @Test
  void aRefusedMarkIsKnownAgainBehindTheWire() {
    assertThatThrownBy(() -> Mark.of(OTHER).check(get(RIGHT)))
        .isInstanceOfSatisfying(
            MarkException.class,
            refusal -> {
              DoNotRetryIOException sent = refusal.forTheWire(TableName.valueOf("t"), OTHER);
              assertThat(sent).isExactlyInstanceOf(DoNotRetryIOException.class);
              assertThat(sent).hasMessageContaining("(table 't', " + OTHER + ")");
              IOException received =
                  new RemoteException(
                          sent.getClass().getName(), sent.getMessage() + "\n\tat somewhere(A.java)")
                      .unwrapRemoteException();
              assertThat(MarkException.isIn(received)).isTrue();
              assertThat(MarkException.spec(received)).contains(OTHER);
            });
  }

  @Test
  void everySpecRefusesTheAskingMark() {
    Get asking = new Get(new byte[] {1});
    Mark.asking().putOn(asking);
    assertThat(asking.getAttribute("halite")).isEqualTo(new byte[1]);
    assertThatThrownBy(() -> Mark.of(SPEC).check(asking)).isInstanceOf(MarkException.class);
  }

  @Test
  void aRefusalWithoutASpecThatThisVersionCanReadTellsNone() {
    for (String end : List.of("", " (table 't')", " (table 't', salt=not-yet-known(*))")) {
      IOException refusal = new DoNotRetryIOException("halite mark refused: mark 02" + end);
      assertThat(MarkException.isIn(refusal)).isTrue();
      assertThat(MarkException.spec(refusal)).isEmpty();
    }
  }

  /** HBase quotes the name of a family that a table does not have. */
  static Stream<IOException> otherRefusals() throws IOException {
    String forged = "halite mark refused: x (table 't', " + OTHER + ")";
    String quoted = "Column family " + forged + "\n does not exist";
    String plain = DoNotRetryIOException.class.getName() + ": ";
    return Stream.of(
        new DoNotRetryIOException(),
        new DoNotRetryIOException("no such family"),
        new IOException(forged),
        new NoSuchColumnFamilyException(forged),
        new NoSuchColumnFamilyException(quoted),
        new RemoteException(NoSuchColumnFamilyException.class.getName(), plain + forged)
            .unwrapRemoteException(),
        new DoNotRetryIOException(quoted),
        new DoNotRetryIOException(plain + quoted),
        new DoNotRetryIOException(new NoSuchColumnFamilyException(forged)),
        new DoNotRetryIOException(NoSuchColumnFamilyException.class.getName() + ": " + forged),
        new DoNotRetryIOException("no such family:\n" + forged),
        new DoNotRetryIOException(plain + "no such family\n\tat A.java\n" + plain + forged));
  }

  @ParameterizedTest
  @MethodSource("otherRefusals")
  void otherRefusalsAreNoRefusalsOfMarks(IOException other) {
    assertThat(MarkException.isIn(other)).isFalse();
    assertThat(MarkException.spec(other)).isEmpty();
  }

  @Test
  void aMixedBatchIsKnownByTheBeginningOfTheLineThatTheServerSays() {
    String said = MixedBatch.refusal().getMessage();
    String sent = MixedBatch.refusal() + "\n\tat somewhere(A.java)";
    assertThat(MixedBatch.isIn(new DoNotRetryIOException(sent))).isTrue();
    assertThat(
            Stream.of(
                new NoSuchColumnFamilyException(said),
                new DoNotRetryIOException("Column family " + said + "\n does not exist"),
                new DoNotRetryIOException("no such family\n" + said)))
        .noneMatch(MixedBatch::isIn);
  }
}
