package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

final class ServerSharesTest {
  private static final ServerName HERE = ServerName.valueOf("a", 1, 1);
  private static final ServerName OTHER = ServerName.valueOf("b", 1, 1);
  private static final ServerName THIRD = ServerName.valueOf("c", 1, 1);

  private static ServerShares shares(int handlers) {
    Configuration site = new Configuration(false);
    site.setInt("hbase.regionserver.handler.count", handlers);
    return new ServerShares(site, HERE);
  }

  private static List<ServerShares.Share> enter(ServerShares shares, ServerName server, int times)
      throws NotSentException {
    List<ServerShares.Share> entered = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      entered.add(shares.enter(server));
    }
    return entered;
  }

  @Test
  void oneServerTakesThreeQuartersOfTheHandlers() throws NotSentException {
    ServerShares shares = shares(30);
    enter(shares, OTHER, 22);

    assertThatThrownBy(() -> shares.enter(OTHER))
        .isInstanceOf(NotSentException.class)
        .hasMessageStartingWith("22 handlers already wait for server b,1,1");
    assertThat(ForwardRetry.nothingRan(NotSentException.crowded(OTHER, 22))).isTrue();
    assertThat(enter(shares, THIRD, 22)).hasSize(22);
  }

  @Test
  void oneAnswerAdmitsOneMore() throws NotSentException {
    ServerShares shares = shares(4);
    List<ServerShares.Share> entered = enter(shares, OTHER, 3);
    assertThatThrownBy(() -> shares.enter(OTHER)).isInstanceOf(NotSentException.class);

    entered.get(0).close();

    assertThat(shares.enter(OTHER)).isNotNull();
    assertThatThrownBy(() -> shares.enter(OTHER)).isInstanceOf(NotSentException.class);
  }

  @Test
  void serverItselfIsNotBounded() throws NotSentException {
    assertThat(enter(shares(4), HERE, 10)).hasSize(10);
  }

  @Test
  void aSingleHandlerMayForward() throws NotSentException {
    assertThat(enter(shares(1), OTHER, 1)).hasSize(1);
  }
}
