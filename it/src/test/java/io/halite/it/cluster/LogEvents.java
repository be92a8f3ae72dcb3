package io.halite.it.cluster;

import java.util.function.Consumer;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.spi.LoggingEvent;

/** Hands the events of the loggers that it is added to to a test, one after the other. */
public final class LogEvents extends AppenderSkeleton {
  private final Consumer<LoggingEvent> test;

  /** Hands them to {@code test}, on the threads that log. */
  public LogEvents(Consumer<LoggingEvent> test) {
    this.test = test;
  }

  @Override
  protected void append(LoggingEvent event) {
    test.accept(event);
  }

  @Override
  public void close() {}

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
