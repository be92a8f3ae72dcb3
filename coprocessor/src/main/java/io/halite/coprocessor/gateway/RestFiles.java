package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.TableDirectory;
import io.halite.coprocessor.owner.ScanTicket;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a table in which regions that have closed have left the rests of their scans, one
 * for each region.
 *
 * <p>To look for one costs a request to the file system. When a server dies, the clients of all its
 * scans come, and there is no file: so it is looked for once in some seconds. This holds for a
 * region whose server cannot be alive: the clients of a region that is about to close come before
 * its file does, and the next of them must find it. Thread-safe.
 *
 * @param directory where they are; empty if regions leave none
 * @param place of the region that reads and writes
 */
record RestFiles(Optional<TableDirectory> directory, ScanRests.Place place) {
  private static final Logger LOG = LoggerFactory.getLogger(RestFiles.class);

  /** Returns the rest of the scan of a ticket; empty if no file has it. */
  Optional<ScanRest> find(ScanTicket ticket, RestFile.Room room) throws IOException {
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    // Asked before the look: what a server writes before it ends is there then.
    boolean mayCome = place.mayLive().test(ticket);
    if (!mayCome && place.scans().isMissing(place.table(), ticket)) {
      return Optional.empty();
    }
    AtomicBoolean isThere = new AtomicBoolean();
    Optional<ScanRest> rest =
        directory
            .get()
            .read(
                name(ticket),
                in -> {
                  isThere.set(true);
                  return RestFile.find(in, ticket.number(), room);
                });
    if (!mayCome && !isThere.get()) {
      place.scans().missing(place.table(), ticket);
    }
    return rest;
  }

  /** Writes those of the region whose first ticket this is; a failure is a warning in the log. */
  void write(ScanTicket first, Map<Long, ScanRest> rests) {
    if (rests.isEmpty() || directory.isEmpty()) {
      return;
    }
    try {
      directory.get().write(name(first), out -> RestFile.write(out, rests));
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} scans cannot be passed on: rows in pieces may come torn", rests.size(), e);
    }
    deleteOld();
  }

  void deleteOld() {
    directory.ifPresent(TableDirectory::deleteOld);
  }

  private static String name(ScanTicket ticket) {
    return Long.toHexString(ticket.region());
  }
}
