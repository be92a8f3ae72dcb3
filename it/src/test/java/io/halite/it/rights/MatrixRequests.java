package io.halite.it.rights;

import java.util.ArrayList;
import java.util.List;

/** The 57 rows of the matrix. */
final class MatrixRequests {
  private MatrixRequests() {}

  static List<Request> all() {
    List<Request> all = new ArrayList<>();
    all.addAll(Writes.all());
    all.addAll(Reads.all());
    all.addAll(Checks.all());
    all.addAll(Endpoints.all());
    all.addAll(Strangers.all());
    all.add(BulkLoads.load());
    return all;
  }
}
