package io.halite.it.rights;

import org.apache.hadoop.hbase.security.visibility.VisibilityController;

/** HBase's decisions about cell labels, under another name. */
public final class OwnLabels extends VisibilityController {}
