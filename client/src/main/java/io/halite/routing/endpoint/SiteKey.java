package io.halite.routing.endpoint;

import io.halite.routing.table.TableAttributes;

/** HBase's own keys of a server's site that the server reports, because the doctor judges them. */
public enum SiteKey {
  /** Whether a server aborts if a coprocessor fails to load. */
  ABORT_ON_ERROR(TableAttributes.ABORT_ON_ERROR),
  /** Whether a server loads any coprocessor at all. */
  COPROCESSORS("hbase.coprocessor.enabled"),
  /** The classes that a site loads for all regions. */
  CLASSES("hbase.coprocessor.region.classes"),
  /** Whether a server loads coprocessors that tables name. */
  COPROCESSORS_OF_TABLES("hbase.coprocessor.user.enabled"),
  /** The classes that a site loads for all regions of users' tables. */
  CLASSES_OF_USER_TABLES("hbase.coprocessor.user.region.classes"),
  /** Whether a server has quotas. */
  QUOTAS("hbase.quota.enabled"),
  /** How many requests a server runs at once. */
  HANDLERS("hbase.regionserver.handler.count"),
  /** The class that receives requests; Halite's has doors. */
  RPC_SERVER("hbase.rpc.server.impl"),
  /** Whether a server checks rights. */
  AUTHORIZATION("hbase.security.authorization");

  private final String text;

  SiteKey(String text) {
    this.text = text;
  }

  /** The key as a site writes it. */
  @Override
  public String toString() {
    return text;
  }

  /** Whether a reported key is this one. */
  public boolean is(String key) {
    return text.equals(key);
  }
}
