package io.halite.coprocessor.latest;

import com.google.protobuf.Service;
import io.halite.coprocessor.Guard;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.EndpointHook;
import io.halite.coprocessor.host.StoreEstimate;
import io.halite.coprocessor.operate.TableReaders;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestHandler;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestServices;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

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
  private final Guard guard = new Guard();
  private volatile Optional<RegionCoprocessorEnvironment> started = Optional.empty();
  private volatile Optional<ServerMemory> memory = Optional.empty();

  @Override
  public void start(CoprocessorEnvironment environment) {
    guard.runQuietly(
        "start",
        () -> {
          RegionCoprocessorEnvironment env = (RegionCoprocessorEnvironment) environment;
          started = Optional.of(env);
          memory = Optional.of(ServerMemory.of(env));
        });
  }

  @Override
  public void stop(CoprocessorEnvironment environment) {
    guard.runQuietly(
        "stop",
        () -> {
          if (memory.isPresent()) {
            memory.get().close();
          }
        });
  }

  private RegionCoprocessorEnvironment env() throws DoNotRetryIOException {
    return started.orElseThrow(LatestEndpoint::notStarted);
  }

  private ServerMemory memory() throws DoNotRetryIOException {
    return memory.orElseThrow(LatestEndpoint::notStarted);
  }

  private static DoNotRetryIOException notStarted() {
    return new DoNotRetryIOException(
        "the endpoint has not started in this region: the log of its server says why");
  }

  @Override
  public Iterable<Service> getServices() {
    return EndpointHook.served(
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
      LatestKeys keys = RequestRules.check(request, spec, env().getRegionInfo());
      try (PageMemory held = new PageMemory(memory().account(), request.budget().bytes())) {
        HRegion region = (HRegion) env().getRegion();
        return withShare(request, page(request, keys, new EndpointScan(region, setting), held));
      }
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(
          e.getMessage() + " (table '" + env().getRegionInfo().getTable() + "', " + spec + ")", e);
    }
  }

  /** Says how far the page came, by files of families that the user may read whole. */
  private Page withShare(PageRequest request, Page page) throws IOException {
    byte[] stop = page.servedStop();
    KeyRange region =
        KeyRange.of(env().getRegionInfo().getStartKey(), env().getRegionInfo().getEndKey());
    Optional<KeyRange> ended =
        request.ranges().stream()
            .filter(range -> stop.length > 0 && range.contains(stop))
            .findFirst();
    if (ended.isEmpty()) {
      return page;
    }
    KeyRange held = ended.get().intersect(region);
    OptionalDouble passed =
        StoreEstimate.passed(
            (HRegion) env().getRegion(), held, stop, TableReaders.readableFamilies(env()));
    return new Page(page.parts(), stop, page.work(), passed, !held.equals(ended.get()));
  }

  private Page page(PageRequest request, LatestKeys keys, EndpointScan scan, PageMemory held)
      throws IOException {
    long callerDeadline = ClientRequest.current().deadline();
    LongSupplier clock = EnvironmentEdgeManager::currentTime;
    PageLimits limits = new PageLimits(request.budget(), callerDeadline, clock);
    byte[] start = request.ranges().get(0).start();
    return scan.read(
        request,
        (scanner, gaps) ->
            new LatestRows(
                    request,
                    keys,
                    scan.salt(),
                    new TimedRows(scanner, gaps, start, limits.deadline(), clock, held::holdRow),
                    new BackwardRows(
                        scan, request, limits.deadline(), callerDeadline, clock, held::holdHistory),
                    limits)
                .select(env().getRegionInfo().getEndKey()));
  }
}
