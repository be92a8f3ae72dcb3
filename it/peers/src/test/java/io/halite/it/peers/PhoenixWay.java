package io.halite.it.peers;

import io.halite.it.peers.Answers.Answer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;

/**
 * Salted tables of Phoenix, by its own client, with the settings that its users are told to change:
 * a statement does not ask for the table's description each time, a commit of 1,000 rows is sent as
 * one batch, and an answer comes in as few RPCs as those of HBase's client.
 */
final class PhoenixWay implements Way {
  private static final String OPTIONS = " SALT_BUCKETS=16, UPDATE_CACHE_FREQUENCY=900000";
  private static final String IN_ORDER = " ORDER BY departure, origin, destination";
  private static final String COLUMNS = "departure, origin, destination, delay FROM flights";
  private static final int ROWS_AN_RPC = 20_000;

  private final Connection connection;

  PhoenixWay(Configuration conf) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("phoenix.mutate.batchSize", "1000");
    settings.setProperty("UpsertBatchSize", "1000");
    this.connection =
        DriverManager.getConnection(
            "jdbc:phoenix:127.0.0.1:%s:%s"
                .formatted(
                    conf.get("hbase.zookeeper.property.clientPort"),
                    conf.get("zookeeper.znode.parent", "/hbase")),
            settings);
    connection.setAutoCommit(false);
  }

  @Override
  public void create() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE flights (departure CHAR(12) NOT NULL,
            origin CHAR(3) NOT NULL, destination CHAR(3) NOT NULL, delay VARCHAR
            CONSTRAINT pk PRIMARY KEY (departure, origin, destination))"""
              + OPTIONS);
      statement.execute(
          """
          CREATE TABLE readings (route CHAR(6) NOT NULL,
            measured BIGINT NOT NULL, delay VARCHAR
            CONSTRAINT pk PRIMARY KEY (route, measured DESC))"""
              + OPTIONS);
    }
  }

  @Override
  public void writeFlights(List<Flight> flights) throws SQLException {
    upsert(
        "UPSERT INTO flights VALUES (?, ?, ?, ?)",
        flights,
        (row, flight) -> {
          row.setString(1, flight.departure());
          row.setString(2, flight.origin());
          row.setString(3, flight.destination());
          row.setString(4, flight.delay());
        });
  }

  @Override
  public void writeReadings(List<Reading> readings) throws SQLException {
    upsert(
        "UPSERT INTO readings VALUES (?, ?, ?)",
        readings,
        (row, reading) -> {
          row.setString(1, reading.route());
          row.setLong(2, reading.millis());
          row.setString(3, reading.delay());
        });
  }

  /** Puts the values of a row into a statement. */
  private interface Values<T> {
    void set(PreparedStatement row, T of) throws SQLException;
  }

  private <T> void upsert(String statement, List<T> rows, Values<T> values) throws SQLException {
    try (PreparedStatement row = connection.prepareStatement(statement)) {
      for (T one : rows) {
        values.set(row, one);
        row.executeUpdate();
      }
    }
    connection.commit();
  }

  @Override
  public List<String> tables() {
    return List.of("FLIGHTS", "READINGS");
  }

  @Override
  public Answer get(List<Flight> flights) throws SQLException {
    Answers answers = new Answers();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT delay FROM flights WHERE departure = ? AND origin = ? AND destination = ?")) {
      for (Flight flight : flights) {
        select.setString(1, flight.departure());
        select.setString(2, flight.origin());
        select.setString(3, flight.destination());
        try (ResultSet row = select.executeQuery()) {
          row.next();
          answers.add(flight.key(), row.getBytes(1));
        }
      }
    }
    return answers.inAnyOrder();
  }

  @Override
  public Answer range(String first, String next) throws SQLException {
    return flights(" WHERE departure >= ? AND departure < ?" + IN_ORDER, first, next).inOrder();
  }

  @Override
  public Answer scanInOrder() throws SQLException {
    return flights(IN_ORDER).inOrder();
  }

  @Override
  public Answer scanInAnyOrder() throws SQLException {
    return flights("").inAnyOrder();
  }

  @Override
  public Answer from(String origin) throws SQLException {
    return flights(" WHERE origin = ?" + IN_ORDER, origin).inOrder();
  }

  private Answers flights(String condition, String... arguments) throws SQLException {
    Answers answers = new Answers();
    try (PreparedStatement select = connection.prepareStatement("SELECT " + COLUMNS + condition)) {
      select.setFetchSize(ROWS_AN_RPC);
      for (int i = 0; i < arguments.length; i++) {
        select.setString(i + 1, arguments[i]);
      }
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          answers.add(row.getString(1) + row.getString(2) + row.getString(3), row.getString(4));
        }
      }
    }
    return answers;
  }

  @Override
  public Answer newest() throws SQLException {
    Answers answers = new Answers();
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT route, MAX(measured),"
                    + " FIRST_VALUE(delay) WITHIN GROUP (ORDER BY measured DESC)"
                    + " FROM readings GROUP BY route");
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        answers.add(Reading.key(row.getString(1), row.getLong(2)), row.getBytes(3));
      }
    }
    return answers.inAnyOrder();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
