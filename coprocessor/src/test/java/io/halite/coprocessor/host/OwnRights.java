package io.halite.coprocessor.host;

import org.apache.hadoop.hbase.security.access.AccessController;

/** HBase's decisions about rights, under another name. */
public class OwnRights extends AccessController {}
