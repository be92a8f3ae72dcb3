package io.halite.it.peers;

import io.halite.it.peers.Answers.Answer;
import java.util.List;

/** One way of keeping the rows: every method does the same on the same rows in each way. */
interface Way extends AutoCloseable {
  /** Creates both tables. */
  void create() throws Exception;

  /** Writes flights as one batch. */
  void writeFlights(List<Flight> flights) throws Exception;

  /** Writes readings as one batch. */
  void writeReadings(List<Reading> readings) throws Exception;

  /** The names of its tables in HBase. */
  List<String> tables();

  /** Reads flights one by one. */
  Answer get(List<Flight> flights) throws Exception;

  /** Reads the flights that depart from {@code first} on and before {@code next}, in key order. */
  Answer range(String first, String next) throws Exception;

  /** Reads all flights in key order. */
  Answer scanInOrder() throws Exception;

  /** Reads all flights in the order that is the cheapest. */
  Answer scanInAnyOrder() throws Exception;

  /** Reads the flights from an airport, which is the second segment of the key, in key order. */
  Answer from(String origin) throws Exception;

  /** Reads the newest reading of each route. */
  Answer newest() throws Exception;

  @Override
  void close() throws Exception;
}
