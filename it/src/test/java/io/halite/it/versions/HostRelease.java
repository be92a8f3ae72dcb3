package io.halite.it.versions;

import static org.assertj.core.api.Assumptions.assumeThat;

import org.apache.hadoop.hbase.util.VersionInfo;

/** The release of HBase that runs a test. */
public final class HostRelease {
  private HostRelease() {}

  /** Skips the rest of a test on HBase 2.5, which lacks what it needs. */
  public static void needs26(String what) {
    assumeThat(VersionInfo.getVersion()).as("HBase 2.5 lacks " + what).doesNotStartWith("2.5.");
  }
}
