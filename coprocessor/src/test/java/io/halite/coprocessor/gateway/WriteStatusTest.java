package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WriteStatusTest {
  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(new NoSuchColumnFamilyException("x"), OperationStatusCode.BAD_FAMILY),
        Arguments.of(new FailedSanityCheckException("x"), OperationStatusCode.SANITY_CHECK_FAILURE),
        Arguments.of(new DoNotRetryIOException("x"), OperationStatusCode.FAILURE),
        Arguments.of(new RegionTooBusyException("x"), OperationStatusCode.STORE_TOO_BUSY),
        Arguments.of(new IOException("x"), OperationStatusCode.STORE_TOO_BUSY));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusalKeepsItsMeaningAndItsMessage(IOException refusal, OperationStatusCode code) {
    assertThat(WriteStatus.of(refusal).getOperationStatusCode()).isEqualTo(code);
    assertThat(WriteStatus.of(refusal).getExceptionMsg()).isEqualTo("x");
  }
}
