package io.halite.routing.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.BlockingRpcChannel;
import com.google.protobuf.ServiceException;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.junit.jupiter.api.Test;

/** A region of Halite's first version, which has no method for rows by time. */
class LatestStubTest {
  private final List<String> called = new ArrayList<>();
  private final BlockingRpcChannel old =
      (method, controller, request, prototype) -> {
        called.add(method.getName());
        throw new ServiceException(
            new UnknownProtocolException("Unknown method " + method.getName()));
      };

  private void ask(TimeChoice choice) throws Exception {
    PageRequest request =
        new PageRequest(
            1,
            1,
            List.of(KeyRange.all()),
            0,
            Selection.ofLimit(3).withChoice(choice),
            PageBudget.DEFAULT);
    LatestStub.latest(old, request, LatestKeys.of(KeyLayout.parse("unit:3 ts:8:revtime")));
  }

  @Test
  void anOlderServerIsNeverAskedByAMethodThatWouldSkipTheChoice() {
    for (TimeChoice choice :
        List.of(new TimeChoice.EachStep(5), TimeChoice.AtTimes.of(4), TimeChoice.OLDEST)) {
      assertThatThrownBy(() -> ask(choice))
          .isInstanceOf(DoNotRetryIOException.class)
          .as("the shell prints the root of an exception alone")
          .hasNoCause()
          .hasMessageContaining("update Halite on the servers")
          .hasMessageContaining(choice.toString());
    }
    assertThat(called).containsExactly("Chosen", "Chosen", "Chosen");
  }

  @Test
  void newestRowsAreAskedAsBefore() {
    assertThatThrownBy(() -> ask(TimeChoice.NEWEST))
        .isInstanceOf(UnknownProtocolException.class)
        .hasMessage("Unknown method Latest");
  }
}
