package io.halite.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Salted tables of Phoenix, by its own client. */
final class PhoenixWay implements Way {
  private static final String IN_ORDER = " ORDER BY departure, origin, destination";
  private static final String ALL = "SELECT departure, origin, destination, delay FROM flights";

  private final Connection connection;

  PhoenixWay(Configuration conf) throws SQLException {
    this.connection =
        DriverManager.getConnection(
            "jdbc:phoenix:127.0.0.1:%s:%s"
                .formatted(
                    conf.get("hbase.zookeeper.property.clientPort"),
                    conf.get("zookeeper.znode.parent", "/hbase")));
    connection.setAutoCommit(false);
  }

  @Override
  public void create() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE flights (departure CHAR(12) NOT NULL, origin CHAR(3) NOT NULL,
            destination CHAR(3) NOT NULL, delay VARCHAR
            CONSTRAINT pk PRIMARY KEY (departure, origin, destination)) SALT_BUCKETS=16""");
      statement.execute(
          """
          CREATE TABLE readings (route CHAR(6) NOT NULL, measured BIGINT NOT NULL, delay VARCHAR
            CONSTRAINT pk PRIMARY KEY (route, measured DESC)) SALT_BUCKETS=16""");
    }
  }

  @Override
  public void writeFlights(List<Flight> flights) throws SQLException {
    try (PreparedStatement upsert =
        connection.prepareStatement("UPSERT INTO flights VALUES (?, ?, ?, ?)")) {
      for (Flight flight : flights) {
        upsert.setString(1, flight.departure());
        upsert.setString(2, flight.origin());
        upsert.setString(3, flight.destination());
        upsert.setString(4, flight.delay());
        upsert.executeUpdate();
      }
    }
    connection.commit();
  }

  @Override
  public void writeReadings(List<Reading> readings) throws SQLException {
    try (PreparedStatement upsert =
        connection.prepareStatement("UPSERT INTO readings VALUES (?, ?, ?)")) {
      for (Reading reading : readings) {
        upsert.setString(1, reading.route());
        upsert.setLong(2, reading.millis());
        upsert.setString(3, reading.delay());
        upsert.executeUpdate();
      }
    }
    connection.commit();
  }

  @Override
  public List<String> tables() {
    return List.of("FLIGHTS", "READINGS");
  }

  @Override
  public int get(List<Flight> flights) throws SQLException {
    int found = 0;
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT delay FROM flights WHERE departure = ? AND origin = ? AND destination = ?")) {
      for (Flight flight : flights) {
        select.setString(1, flight.departure());
        select.setString(2, flight.origin());
        select.setString(3, flight.destination());
        try (ResultSet row = select.executeQuery()) {
          found += row.next() && row.getString(1).equals(flight.delay()) ? 1 : 0;
        }
      }
    }
    return found;
  }

  @Override
  public int range(String first, String next) throws SQLException {
    return rows(ALL + " WHERE departure >= ? AND departure < ?" + IN_ORDER, true, first, next);
  }

  @Override
  public int scanInOrder() throws SQLException {
    return rows(ALL + IN_ORDER, true);
  }

  @Override
  public int scanInAnyOrder() throws SQLException {
    return rows(ALL, false);
  }

  @Override
  public int from(String origin) throws SQLException {
    return rows(ALL + " WHERE origin = ?" + IN_ORDER, true, origin);
  }

  @Override
  public int newest() throws SQLException {
    return rows(
        "SELECT route, '', '', FIRST_VALUE(delay) WITHIN GROUP (ORDER BY measured DESC)"
            + " FROM readings GROUP BY route",
        false);
  }

  private int rows(String query, boolean ordered, String... arguments) throws SQLException {
    int rows = 0;
    String last = "";
    try (PreparedStatement select = connection.prepareStatement(query)) {
      for (int i = 0; i < arguments.length; i++) {
        select.setString(i + 1, arguments[i]);
      }
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          String key = row.getString(1) + row.getString(2) + row.getString(3);
          assertThat(!ordered || last.compareTo(key) < 0).isTrue();
          assertThat(row.getString(4) != null).isTrue();
          last = key;
          rows++;
        }
      }
    }
    return rows;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
