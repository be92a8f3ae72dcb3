package io.halite.coprocessor.host;

import com.google.protobuf.Service;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;

/**
 * Whether HBase will call the hook that judges endpoints.
 *
 * <p>HBase 3 gives the hook another type of message. A class that was compiled against HBase 2
 * loads there and overrides nothing, so that HBase would serve every endpoint unjudged. Stateless.
 */
public final class EndpointHook {
  private static final String NAME = "preEndpointInvocation";

  private EndpointHook() {}

  /** Says why {@code observer} would not judge endpoints on this HBase; empty if it would. */
  public static Optional<String> objection(Class<?> observer) {
    return objection(EndpointObserver.class, observer);
  }

  static Optional<String> objection(Class<?> host, Class<?> observer) {
    List<Method> hooks = named(host).toList();
    boolean called =
        !hooks.isEmpty()
            && hooks.stream()
                .allMatch(hook -> named(observer).anyMatch(method -> isSame(method, hook)));
    return called
        ? Optional.empty()
        : Optional.of(
            ("this version of HBase would not ask Halite about endpoints: %s has %s, which %s does"
                    + " not override; use a version of Halite that was built for this HBase")
                .formatted(
                    host.getName(),
                    hooks.isEmpty() ? "no " + NAME : hooks.get(0).toString(),
                    observer.getName()));
  }

  /**
   * Returns the endpoints that HBase is given; none in HBase 3, which has another type of endpoint
   * and would abort the server over one of HBase 2.
   */
  public static List<Service> served(Service endpoint) {
    return served(EndpointObserver.class, endpoint);
  }

  static List<Service> served(Class<?> host, Service endpoint) {
    boolean taken =
        named(host).anyMatch(hook -> List.of(hook.getParameterTypes()).contains(Service.class));
    return taken ? List.of(endpoint) : List.of();
  }

  private static Stream<Method> named(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods()).filter(method -> method.getName().equals(NAME));
  }

  private static boolean isSame(Method one, Method other) {
    return Arrays.equals(one.getParameterTypes(), other.getParameterTypes())
        && one.getReturnType() == other.getReturnType();
  }
}
