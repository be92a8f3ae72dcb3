package io.halite.coprocessor.host;

import java.io.IOException;
import org.apache.hadoop.hbase.security.UserProvider;

/** Says of a process what is true where Kerberos is on and the site names a client's keytab. */
public final class KeytabInTheSite extends UserProvider {
  @Override
  public boolean isHBaseSecurityEnabled() {
    return true;
  }

  @Override
  public boolean isHadoopSecurityEnabled() {
    return true;
  }

  @Override
  public boolean shouldLoginFromKeytab() {
    return true;
  }

  @Override
  public void login(String fileKey, String principalKey) throws IOException {
    throw new IOException("the whole process would be logged in again by " + fileKey);
  }
}
