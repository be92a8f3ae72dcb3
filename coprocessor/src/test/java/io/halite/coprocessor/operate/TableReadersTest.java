package io.halite.coprocessor.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.junit.jupiter.api.Test;

class TableReadersTest {
  private static String denied(Action... any) {
    User user = User.createUserForTesting(new Configuration(false), "eve", new String[0]);
    return TableReaders.denied(user, TableName.valueOf("t"), any).getMessage();
  }

  @Test
  void aRefusalNamesEachRightThatWouldDo() {
    assertThat(denied(Action.READ))
        .isEqualTo("Insufficient permissions for user 'eve' (table=t, action=READ)");
    assertThat(denied(Action.READ, Action.WRITE)).endsWith("(table=t, action=any of READ, WRITE)");
  }
}
