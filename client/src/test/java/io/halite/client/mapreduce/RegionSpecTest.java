package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.BlockingRpcChannel;
import com.google.protobuf.ServiceException;
import io.halite.routing.table.TableAttributes;
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
  private static final String FOUR = "key=row:*,salt=hash(*) % 4";

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

  private static TableDescriptorBuilder remembering(String spec) {
    return TableDescriptorBuilder.newBuilder(NAME).setValue("halite.spec", spec);
  }

  /** The site gave the spec, so that the table has no attribute. */
  @Test
  void whereNoRegionAnswersTheMetadataHasTheSpec() throws Exception {
    assertThat(RegionSpec.stored(TableDescriptorBuilder.newBuilder(NAME).build())).isEmpty();
    assertThat(RegionSpec.stored(remembering(FOUR).build()).orElseThrow().spec()).hasToString(FOUR);
    TableDescriptorBuilder both =
        remembering(FOUR)
            .setValue("coprocessor$1", TableAttributes.salting(FOUR + ",index=byFirst(row)"));
    assertThat(RegionSpec.stored(both.build())).isPresent();
  }

  @Test
  void attributeAndMetadataThatDisagreeAreRefused() {
    TableDescriptorBuilder both =
        remembering(FOUR)
            .setValue("coprocessor$1", TableAttributes.salting("key=row:*,salt=hash(*) % 7"));
    assertThatThrownBy(() -> RegionSpec.stored(both.build()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'key=row:*,salt=hash(*) % 7' in its attribute")
        .hasMessageContaining("'" + FOUR + "' in halite.spec")
        .hasMessageContaining("alter its attribute back");
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
