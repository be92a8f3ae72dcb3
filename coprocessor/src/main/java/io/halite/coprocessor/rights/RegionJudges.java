package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.AskedObserver;
import io.halite.coprocessor.host.AskedObserver.Question;
import io.halite.coprocessor.host.SecurityClasses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.security.User;

/**
 * The coprocessors of a region that decide about rights. Halite asks them alone about a request
 * that does not come: others would take the question for one that does. Immutable and thread-safe.
 *
 * @param env of any coprocessor of the region
 */
public record RegionJudges(RegionCoprocessorEnvironment env) {
  /**
   * Asks each of them.
   *
   * @throws IOException what one of them throws
   */
  public void ask(Optional<User> user, Question question) throws IOException {
    RegionCoprocessorHost host = ((HRegion) env.getRegion()).getCoprocessorHost();
    for (RegionCoprocessor each : host.findCoprocessors(RegionCoprocessor.class)) {
      Optional<RegionObserver> observer = each.getRegionObserver();
      // None if HBase has just unloaded it.
      Optional<RegionCoprocessorEnvironment> its =
          Optional.ofNullable(host.findCoprocessorEnvironment(each.getClass().getName()));
      if (SecurityClasses.isOne(each.getClass()) && observer.isPresent() && its.isPresent()) {
        new AskedObserver(observer.get(), its.get()).ask(user, question);
      }
    }
  }

  /**
   * Whether one of them hides a part of a get from a user, by a filter of whatever class: they are
   * asked about a copy that has none.
   *
   * @throws IOException what one of them throws, such as an AccessDeniedException
   */
  public boolean hideFrom(Optional<User> user, Get read) throws IOException {
    Get asked = new Get(read).setFilter(null);
    ask(user, (observer, context) -> observer.preGetOp(context, asked, new ArrayList<>()));
    return asked.getFilter() != null;
  }

  /** The same of a scan. */
  public boolean hideFrom(Optional<User> user, Scan read) throws IOException {
    Scan asked = new Scan(read).setFilter((Filter) null);
    ask(user, (observer, context) -> observer.preScannerOpen(context, asked));
    return asked.getFilter() != null;
  }
}
