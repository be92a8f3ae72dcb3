package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;

import java.util.List;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** Answers as texts without their row and their times, in which two rows differ. */
final class Told {
  private Told() {}

  static String of(Object answer) {
    if (answer instanceof List<?> answers) {
      return answers.stream().map(Told::of).toList().toString();
    }
    if (answer instanceof CheckAndMutateResult checked) {
      return checked.isSuccess() + (checked.getResult() == null ? "" : of(checked.getResult()));
    }
    if (answer instanceof Throwable) {
      return "refused";
    }
    Result result = (Result) answer;
    return result.isEmpty()
        ? "nothing"
        : result.getFamilyMap(F).values().stream().map(Bytes::toStringBinary).toList().toString();
  }
}
