package io.halite.coprocessor.latest;

import com.google.protobuf.Service;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.operate.TableReaders;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestHandler;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestServices;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * Returns the newest rows of each key without reading the whole history.
 *
 * <p>One table attribute loads it, beside the observer of a salted table or with its own layout:
 *
 * <pre>{@code
 * alter 't', METHOD => 'table_att', 'coprocessor' =>
 *   '|io.halite.coprocessor.latest.LatestEndpoint||'
 * alter 'p', METHOD => 'table_att', 'coprocessor' =>
 *   '|io.halite.coprocessor.latest.LatestEndpoint||key=origin:3 departed:8:revtime,salt=none'
 * }</pre>
 *
 * <p>{@code io.halite.client.latest.LatestClient} calls it. Each call reads one page from one
 * region, within bytes and time, under the rights that a scan of the same columns needs. Refusals
 * are {@code DoNotRetryIOException}s that name what was given, the rule and the cure.
 */
public final class LatestEndpoint implements RegionCoprocessor {
  private volatile Optional<RegionCoprocessorEnvironment> started = Optional.empty();

  @Override
  public void start(CoprocessorEnvironment environment) {
    started = Optional.of((RegionCoprocessorEnvironment) environment);
  }

  private RegionCoprocessorEnvironment env() {
    return started.orElseThrow();
  }

  @Override
  public Iterable<Service> getServices() {
    return List.of(
        LatestServices.of(
            new LatestHandler() {
              @Override
              public String spec() throws IOException {
                TableReaders.require(env());
                return setting().spec().toString();
              }

              @Override
              public Page latest(PageRequest request) throws IOException {
                return answer(request);
              }
            }));
  }

  private LatestSetting setting() throws DoNotRetryIOException {
    return LatestSetting.read(
        env().getRegion().getTableDescriptor(), RegionSettings.of(env()).site());
  }

  private Page answer(PageRequest request) throws IOException {
    // First, since the refusals below show the spec, and a page shows the key at which it ended.
    TableReaders.require(env());
    LatestSetting setting = setting();
    SaltingSpec spec = setting.spec();
    try {
      LatestKeys keys = check(request, spec);
      PageLimits limits =
          new PageLimits(
              request.budget(), ClientRequest.current().deadline(), System::currentTimeMillis);
      EndpointScan scan = new EndpointScan((HRegion) env().getRegion(), setting);
      return scan.read(
          request,
          scanner ->
              new LatestRows(
                      request,
                      keys,
                      spec.salt(),
                      new TimedRows(
                          scanner,
                          request.ranges().get(0).start(),
                          limits.deadline(),
                          System::currentTimeMillis),
                      new BackwardRows(
                          scan,
                          request,
                          limits.deadline(),
                          ClientRequest.current().deadline(),
                          System::currentTimeMillis),
                      limits)
                  .select(env().getRegionInfo().getEndKey()));
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(
          e.getMessage() + " (table '" + env().getRegionInfo().getTable() + "', " + spec + ")", e);
    }
  }

  private LatestKeys check(PageRequest request, SaltingSpec spec) {
    if (request.fingerprint() != spec.fingerprint()) {
      throw new LatestException(
          "spec fingerprint",
          "%016x".formatted(request.fingerprint()),
          "this table's spec has %016x, so it is not the one that this client has read"
              .formatted(spec.fingerprint()),
          "open a new LatestClient, and if that fails too, wait until the alter of the table has"
              + " reached all regions");
    }
    if (!spec.salt().isPrefix() || !spec.salt().isSinglePlace()) {
      throw new LatestException(
          "salt",
          spec.salt(),
          "it reverses bytes of the key or keeps a row in one of several places, and this endpoint"
              + " reads neither",
          "scan; where each row has one place, the scan attribute halite.latest gives the newest");
    }
    RegionInfo region = env().getRegionInfo();
    KeyRange rows = KeyRange.of(region.getStartKey(), region.getEndKey());
    KeyRange first = request.ranges().get(0);
    if (!rows.contains(first.start())) {
      throw new LatestException(
          "range",
          first,
          "it must begin in the region called, " + rows,
          "call the region of the range's first key, as LatestClient does");
    }
    LatestKeys keys = LatestKeys.of(spec.layout()).ofSegments(request.keySegments());
    if (request.carried() > 0 && !keys.areHistories()) {
      throw new LatestException(
          "carried rows", request.carried(), "there must be none unless all segments make the key");
    }
    return keys;
  }
}
