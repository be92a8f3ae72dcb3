package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.ServerState.Jar;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;

/** What is known of a server by its answer on a connection that names a class of Halite. */
class JarProbeTest {
  private static final ServerName SERVER = ServerName.valueOf("h2", 16020, 5);

  private static Admin answering() {
    return Scripted.of(Admin.class, (call, given) -> List.of());
  }

  private static Admin failing(IOException thrown) {
    return Scripted.of(
        Admin.class,
        (call, given) -> {
          throw thrown;
        });
  }

  private static Jar found(Admin usual, Admin naming) throws Exception {
    return new JarProbe(usual, Optional.of(naming)).ask(SERVER).jar();
  }

  @Test
  void aServerThatClosesTheConnectionWhichNamesTheClassHasNoJar() throws Exception {
    assertThat(found(answering(), answering())).isEqualTo(Jar.FOUND);
    IOException closed = new IOException(new ConnectionClosedException("Connection closed"));
    assertThat(found(answering(), failing(closed))).isEqualTo(Jar.MISSING);
  }

  @Test
  void aServerThatHasReadTheRequestHasTheJarWhateverItAnswers() throws Exception {
    assertThat(found(answering(), failing(new AccessDeniedException("no")))).isEqualTo(Jar.FOUND);
    Admin backup = failing(new ServerNotRunningYetException("Server is not running yet"));
    assertThat(found(backup, backup)).isEqualTo(Jar.FOUND);
    Admin remote = failing(new IOException(new RemoteWithExtrasException("x", "y", false)));
    assertThat(found(remote, remote)).isEqualTo(Jar.FOUND);
  }

  @Test
  void aServerThatDoesNotAnswerAnybodyIsSilent() throws Exception {
    Admin hung = failing(new SocketTimeoutException("callTimeout=10000\n\tat java.lang"));
    assertThat(new JarProbe(hung, Optional.of(answering())).ask(SERVER))
        .isEqualTo(
            new ServerState("h2,16020,5", Jar.SILENT, Optional.empty(), "callTimeout=10000"));
  }

  @Test
  void anInterruptEndsTheQuestionAndMakesNoServerSilentOrWithoutTheJar() {
    Admin interrupted = failing(new InterruptedIOException());
    assertThatThrownBy(() -> found(interrupted, answering()))
        .isInstanceOf(InterruptedIOException.class);
    assertThatThrownBy(() -> found(answering(), interrupted))
        .isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void aServerThatRefusesTheUserIsAnError() {
    Admin refusing = failing(new AccessDeniedException("user 'ann'"));
    assertThatThrownBy(() -> found(refusing, answering()))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void oneWhoHasNotTheClassHimselfLearnsNothing() throws Exception {
    assertThat(new JarProbe(answering(), Optional.empty()).ask(SERVER).jar())
        .isEqualTo(Jar.UNKNOWN);
  }
}
