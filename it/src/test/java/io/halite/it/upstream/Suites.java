package io.halite.it.upstream;

import java.util.List;
import java.util.stream.Stream;

/** Which of HBase's suites are judged, and where a suite's short name is looked for. */
final class Suites {
  private static final String HBASE = "org.apache.hadoop.hbase.";

  /** Shows that the observer is at work: it must differ, see {@link PlacementControl}. */
  static final String CONTROL = PlacementControl.class.getName();

  /** What is judged when nothing is named. */
  static final List<String> NAMED =
      in(
          "client.TestCheckAndMutate",
          "client.TestIncrementsFromClientSide",
          "client.TestAppendFromClientSide",
          "client.TestHTableNoncedRetry",
          "client.TestAsyncTableNoncedRetry",
          "client.TestMultiParallel",
          "client.TestScannersFromClientSide",
          "client.TestFromClientSide3",
          "client.TestFromClientSide5",
          "filter.TestMultiRowRangeFilter",
          "TestAcidGuaranteesWithBasicPolicy");

  /** What {@code --further} judges beside. */
  static final List<String> FURTHER =
      in(
          "client.TestFromClientSide",
          "client.TestFromClientSide4",
          "client.TestScannersFromClientSide2",
          "client.TestAsyncTable",
          "client.TestAsyncTableBatch",
          "client.TestAsyncTableScan",
          "client.TestAsyncTableScanAll",
          "client.TestAsyncTableScanner",
          "client.TestRawAsyncTableScan",
          "client.TestRawAsyncTablePartialScan",
          "client.TestRawAsyncScanCursor",
          "client.TestResultScannerCursor",
          "client.TestMvccConsistentScanner",
          "client.TestTableScanMetrics",
          "client.TestAsyncTableScanMetrics",
          "TestPartialResultsFromClientSide",
          "filter.TestFiltersWithBinaryComponentComparator",
          "filter.TestFuzzyRowFilterEndToEnd",
          "regionserver.TestScannerHeartbeatMessages");

  /** What {@code --third} judges: other suites that write and read a user table as clients. */
  static final List<String> THIRD =
      in(
          "client.TestAlwaysSetScannerId",
          "client.TestAsyncBufferMutator",
          "client.TestAsyncResultScannerCursor",
          "client.TestAsyncTableGetMultiThreaded",
          "client.TestAsyncTableQueryMetrics",
          "client.TestAsyncTableRegionReplicasGet",
          "client.TestAsyncTableRegionReplicasScan",
          "client.TestAsyncTableScanException",
          "client.TestAsyncTableScanMetricsWithScannerSuspending",
          "client.TestAsyncTableScanRenewLease",
          "client.TestAsyncTableScannerCloseWhileSuspending",
          "client.TestAvoidCellReferencesIntoShippedBlocks",
          "client.TestBufferedMutator2",
          "client.TestCheckAndMutateWithByteBuff",
          "client.TestClientScannerTimeouts",
          "client.TestFromClientSideNoCodec",
          "client.TestFromClientSideScanExcpetion",
          "client.TestFromClientSideWithCoprocessor",
          "client.TestFromClientSideWithCoprocessor4",
          "client.TestFromClientSideWithCoprocessor5",
          "client.TestGetScanColumnsWithNewVersionBehavior",
          "client.TestGetScanPartialResult",
          "client.TestIncrementFromClientSideWithCoprocessor",
          "client.TestIntraRowPagination",
          "client.TestLeaseRenewal",
          "client.TestLimitedScanWithFilter",
          "client.TestMalformedCellFromClient",
          "client.TestMultiRespectsLimits",
          "client.TestMultipleTimestamps",
          "client.TestPutDeleteEtcCellIteration",
          "client.TestPutWithDelete",
          "client.TestRawAsyncTableLimitedScanWithFilter",
          "client.TestReplicaWithCluster",
          "client.TestReplicasClient",
          "client.TestRequestAttributes",
          "client.TestResultFromCoprocessor",
          "client.TestResultSizeEstimation",
          "client.TestScanAttributes",
          "client.TestScannerTimeout",
          "client.TestServerBusyException",
          "client.TestSizeFailures",
          "client.TestSmallReversedScanner",
          "client.TestTimestampsFilter",
          "coprocessor.TestAppendTimeRange",
          "coprocessor.TestIncrementAndAppendWithNullResult",
          "coprocessor.TestIncrementTimeRange",
          "coprocessor.TestOpenTableInCoprocessor",
          "coprocessor.TestPassCustomCellViaRegionObserver",
          "coprocessor.TestPostIncrementAndAppendBeforeWAL",
          "coprocessor.TestRegionObserverBypass",
          "coprocessor.TestRegionObserverForAddingMutationsFromCoprocessors",
          "coprocessor.TestRegionObserverInterface",
          "coprocessor.TestRegionObserverScannerOpenHook",
          "filter.TestColumnRangeFilter",
          "filter.TestFilterListOnMini",
          "filter.TestFilterWithScanLimits",
          "filter.TestFuzzyRowAndColumnRangeFilter",
          "filter.TestFuzzyRowFilterEndToEndLarge",
          "filter.TestScanRowPrefix",
          "regionserver.TestScannerBlockSizeLimits",
          "regionserver.TestScannerLeaseCount",
          "regionserver.TestScannerRPCScanMetrics",
          "regionserver.TestScannerRetriableFailure",
          "regionserver.TestScannerTimeoutHandling",
          "regionserver.TestScannerWithBulkload");

  /** What {@code --access} judges: rights, asked for in HBase's own words. */
  static final List<String> ACCESS =
      in(
          "security.access.TestAccessController",
          "security.access.TestAccessController2",
          "security.access.TestAccessController3",
          "security.access.TestCellACLs",
          "security.access.TestCellACLWithMultipleVersions",
          "security.access.TestScanEarlyTermination",
          "security.access.TestWithDisabledAuthorization",
          "security.access.TestNamespaceCommands",
          "security.access.TestRpcAccessChecks",
          "security.access.TestTablePermissions",
          "security.access.TestUnloadAccessController");

  /** What {@code --fourth} judges: suites of something else that write and read a user table. */
  static final List<String> FOURTH =
      in(
          "client.TestAsyncClientPauseForServerOverloaded",
          "client.TestAsyncTableBatchRetryImmediately",
          "client.TestBlockEvictionFromClient",
          "client.TestClientOperationInterrupt",
          "client.TestClientOperationTimeout",
          "client.TestClientTableMetrics",
          "client.TestConnectionAttributes",
          "client.TestConnectionImplementation",
          "client.TestDropTimeoutRequest",
          "client.TestEnableTable",
          "client.TestFlushFromClient",
          "client.TestHTableMultiplexer",
          "client.TestHTableMultiplexerFlushCache",
          "client.TestMetaCache",
          "client.TestMultiActionMetricsFromClient",
          "client.TestRegionLocationCaching",
          "client.TestRequestTooBigException",
          "client.TestScanWithoutFetchingData",
          "client.TestSnapshotFromClient",
          "client.TestTableOperationException",
          "client.TestTableSnapshotScanner",
          "coprocessor.TestCoprocessorMetrics",
          "coprocessor.TestNegativeMemStoreSizeWithSlowCoprocessor",
          "coprocessor.TestRegionCoprocessorQuotaUsage",
          "filter.TestFilterListOrOperatorWithBlkCnt",
          "filter.TestFilterWrapper",
          "filter.TestSeekHints",
          "regionserver.TestBytesReadServerSideScanMetrics",
          "regionserver.TestDeleteMobTable",
          "regionserver.TestEndToEndSplitTransaction",
          "regionserver.TestHRegionOnCluster",
          "regionserver.TestIsDeleteFailure",
          "regionserver.TestJoinedScanners",
          "regionserver.TestMaxResultsPerColumnFamily",
          "regionserver.TestMutateRowsRecovery",
          "regionserver.TestNewVersionBehaviorFromClientSide",
          "regionserver.TestRegionInterrupt",
          "regionserver.TestRegionMove",
          "regionserver.TestRegionServerMetrics",
          "regionserver.TestRegionServerReadRequestMetrics",
          "regionserver.TestRegionServerScan",
          "regionserver.TestSCVFWithMiniCluster",
          "regionserver.TestScannerWithCorruptHFile",
          "regionserver.TestSettingTimeoutOnBlockingPoint",
          "regionserver.TestShortCircuitGet",
          "regionserver.TestSplitWithBlockingFiles",
          "regionserver.TestTags");

  /** What {@code --fifth} judges: suites of the administration of tables. */
  static final List<String> FIFTH =
      in(
          "client.TestAdmin1",
          "client.TestAdmin2",
          "client.TestAsyncClientPauseForRpcThrottling",
          "client.TestAsyncSingleRequestRpcRetryingCaller",
          "client.TestAsyncTableGetMultiThreadedWithBasicCompaction",
          "client.TestAsyncTableGetMultiThreadedWithEagerCompaction",
          "client.TestAsyncTableLocateRegionForDeletedTable",
          "client.TestAsyncTableUseMetaReplicas",
          "client.TestCloneSnapshotFromClientAfterSplittingRegion",
          "client.TestCloneSnapshotFromClientNormal",
          "client.TestFastFail",
          "client.TestFromClientSideScanExcpetionWithCoprocessor",
          "client.TestRestoreSnapshotFromClientAfterTruncate",
          "client.TestRestoreSnapshotFromClientSimple",
          "client.TestResultScannerTracing",
          "client.TestSeparateClientZKCluster",
          "client.TestSnapshotCloneIndependence",
          "client.TestSnapshotWithAcl",
          "coprocessor.TestMetaTableMetrics",
          "regionserver.TestCleanupCompactedFileOnRegionClose",
          "regionserver.TestCompactionInDeadRegionServer",
          "regionserver.TestPerColumnFamilyFlush",
          "regionserver.TestRegionMergeTransactionOnCluster",
          "regionserver.TestRegionServerCrashDisableWAL",
          "regionserver.TestSplitTransactionOnCluster",
          "regionserver.TestSplitWalDataLoss");

  /** What {@code --jobs} judges: HBase's own jobs. Their jar is there in profile upstream alone. */
  static final List<String> JOBS =
      in(
          "mapred.TestTableInputFormat",
          "mapred.TestTableMapReduce",
          "mapreduce.TestCellCounter",
          "mapreduce.TestCopyTable",
          "mapreduce.TestHashTable",
          "mapreduce.TestImportExport",
          "mapreduce.TestImportTSVWithOperationAttributes",
          "mapreduce.TestImportTSVWithTTLs",
          "mapreduce.TestImportTsv",
          "mapreduce.TestMultiTableInputFormat",
          "mapreduce.TestMultiTableSnapshotInputFormat",
          "mapreduce.TestMultithreadedTableMapper",
          "mapreduce.TestRowCounter",
          "mapreduce.TestSyncTable",
          "mapreduce.TestTableInputFormat",
          "mapreduce.TestTableInputFormatScanEmptyToEmpty",
          "mapreduce.TestTableInputFormatScanOBBToOPP",
          "mapreduce.TestTableInputFormatScanYYXToEmpty",
          "mapreduce.TestTableMapReduce",
          "mapreduce.TestTableSnapshotInputFormat",
          "mapreduce.TestTimeRangeMapRed",
          "mapreduce.TestWALPlayer");

  private Suites() {}

  /**
   * The class that a name means: the whole name, or the name within HBase's own packages, as {@code
   * TestCheckAndMutate} or {@code client.TestCheckAndMutate}.
   */
  static String resolve(String name) {
    return Stream.of(
            "",
            "client.",
            "filter.",
            "coprocessor.",
            "regionserver.",
            "security.access.",
            "mapreduce.",
            "mapred.")
        .flatMap(prefix -> Stream.of(prefix, HBASE + prefix))
        .map(prefix -> prefix + name)
        .filter(Suites::onClassPath)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "suite '%s' is not on the class path, nor in the packages client, filter,"
                            .formatted(name)
                        + " coprocessor, regionserver, security.access, mapreduce and mapred of"
                        + " HBase's tests jars:"
                        + " name it with its package"));
  }

  private static boolean onClassPath(String className) {
    return Suites.class.getClassLoader().getResource(className.replace('.', '/') + ".class")
        != null;
  }

  private static List<String> in(String... names) {
    return Stream.of(names).map(HBASE::concat).toList();
  }
}
