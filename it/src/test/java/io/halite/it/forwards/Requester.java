package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.StringUtils;

/** A user of his own, who repeats nothing. */
final class Requester {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Configuration conf;
  private final String name = "user" + NUMBER.incrementAndGet();

  /** What is sent to a table. */
  interface Request {
    void send(Table table) throws Exception;
  }

  Requester(Configuration cluster) {
    conf = new Configuration(cluster);
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
  }

  String name() {
    return name;
  }

  /** How many requests in a row are answered before a quota refuses one; at most {@code most}. */
  int answered(TableName table, Map<String, String> attributes, Request request, int most)
      throws Exception {
    PrivilegedExceptionAction<Integer> sending = () -> send(table, attributes, request, most);
    return User.createUserForTesting(conf, name, new String[0]).runAs(sending);
  }

  private int send(TableName name, Map<String, String> attributes, Request request, int most)
      throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      TableBuilder builder = connection.getTableBuilder(name, null);
      attributes.forEach((key, value) -> builder.setRequestAttribute(key, Bytes.toBytes(value)));
      try (Table table = builder.build()) {
        for (int i = 0; i < most; i++) {
          try {
            request.send(table);
          } catch (IOException | RuntimeException e) {
            assertThat(StringUtils.stringifyException(e))
                .contains(RpcThrottlingException.class.getSimpleName());
            return i;
          }
        }
        return most;
      }
    }
  }
}
