package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** No text that an application chooses passes for the refusal of a mark. */
class MarkExceptionProperties {
  private static final SaltingSpec SPEC = SaltingSpec.parse("salt=hash(*) % 16");
  private static final String CLASS = DoNotRetryIOException.class.getName() + ": ";

  private static String refusal(byte[] mark) {
    Get get = new Get(new byte[] {1});
    get.setAttribute(Mark.ATTRIBUTE, mark);
    try {
      Mark.of(SPEC).check(get);
    } catch (MarkException e) {
      return e.forTheWire(TableName.valueOf("t"), SPEC).getMessage();
    }
    throw new AssertionError("the mark of the table was given");
  }

  @Property
  void aRefusalIsKnownBehindAnyNumberOfServersAndShowsTheSpecWhateverTheMark(
      @ForAll byte[] mark, @ForAll @IntRange(max = 5) int servers, @ForAll String stack) {
    IOException received =
        new DoNotRetryIOException(CLASS.repeat(servers) + refusal(mark) + "\n\tat " + stack);
    assertThat(MarkException.isIn(received)).isTrue();
    assertThat(MarkException.spec(received)).contains(SPEC);
  }

  @Property
  void aRefusalBehindOtherTextIsNone(
      @ForAll @StringLength(min = 1, max = 20) String before,
      @ForAll boolean nested,
      @ForAll boolean lines,
      @ForAll byte[] mark) {
    String text = (nested ? CLASS : "") + before + (lines ? "\n" : "") + refusal(mark);
    IOException received = new DoNotRetryIOException(text);
    assertThat(MarkException.isIn(received)).isFalse();
    assertThat(MarkException.spec(received)).isEmpty();
  }

  @Property
  void anExceptionOfAnotherClassIsNone(@ForAll String before, @ForAll byte[] mark) {
    for (String begin : new String[] {"", CLASS, before}) {
      String text = begin + refusal(mark);
      assertThat(MarkException.isIn(new AccessDeniedException(text))).isFalse();
      assertThat(MarkException.spec(new AccessDeniedException(text))).isEmpty();
      assertThat(MarkException.isIn(new IOException(text))).isFalse();
    }
  }
}
