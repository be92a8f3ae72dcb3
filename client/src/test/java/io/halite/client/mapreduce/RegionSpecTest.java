package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.BlockingRpcChannel;
import com.google.protobuf.ServiceException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;

/** What a user who may not read a table learns of its salt. */
class RegionSpecTest {
  private static final TableName NAME = TableName.valueOf("t");

  /** A table without an attribute that denies gets, and whose service fails. */
  private static Table table(IOException service) {
    Object channel =
        Proxy.newProxyInstance(
            RegionSpecTest.class.getClassLoader(),
            new Class<?>[] {CoprocessorRpcChannel.class, BlockingRpcChannel.class},
            (proxy, method, arguments) -> {
              throw new ServiceException(service);
            });
    return (Table)
        Proxy.newProxyInstance(
            RegionSpecTest.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getName" -> NAME;
                  case "getDescriptor" -> TableDescriptorBuilder.newBuilder(NAME).build();
                  case "coprocessorService" -> channel;
                  case "get" -> throw new AccessDeniedException("no READ");
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Test
  void whereNeitherAnswerComesFilesAreRefusedAndTheRightIsNamed() {
    assertThatThrownBy(
            () ->
                RegionSpec.writable(
                    table(new AccessDeniedException("denied (table=t, action=EXEC)"))))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("table 't' is salted")
        .hasMessageContaining("grant READ on it, or EXEC")
        .hasMessageContaining("(denied (table=t, action=EXEC))");
  }

  /** EXEC helps only where AccessController asks for it. */
  @Test
  void whereNobodyAskedForExecItIsNotNamed() {
    IOException denied = new AccessDeniedException("action=any of READ, WRITE, CREATE, ADMIN");
    assertThatThrownBy(() -> RegionSpec.writable(table(denied)))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("grant READ on it (")
        .hasMessageNotContaining("EXEC");
  }

  @Test
  void aTableWhoseRegionsLackTheServiceIsPlain() throws Exception {
    assertThat(RegionSpec.writable(table(new UnknownProtocolException("none")))).isEmpty();
  }

  @Test
  void whatFailsOtherwiseIsNoAnswer() {
    assertThatThrownBy(() -> RegionSpec.writable(table(new IOException("broken"))))
        .hasMessageContaining("broken");
  }
}
