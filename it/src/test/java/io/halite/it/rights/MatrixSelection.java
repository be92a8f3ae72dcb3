package io.halite.it.rights;

import java.util.ArrayList;
import java.util.List;

/**
 * Which entries of the matrix are asked.
 *
 * <p>The board has 57 requests, 14 users, 4 of the doors and 4 salts; each field is asked with one
 * value of {@code early_out}, which alternate as the colours of a chess board do. So each request
 * meets each user by each door under each salt, and each pair of a request and a user both values.
 * The other half is the other colour.
 */
final class MatrixSelection {
  /** The first number of questions through a guest. */
  private static final int GUESTS = 10_000;

  /** The first number of questions through the plug-in of the asynchronous client. */
  private static final int ASYNCHRONOUS = 70_000;

  /** What is added to the number of such a question that is repeated at the gateway. */
  private static final int GATEWAYS = 40_000;

  /** The doors of the board. */
  static final List<Door> BOARD =
      List.of(Door.LOCAL_OWNER, Door.REMOTE_OWNER, Door.FORGED_MARK, Door.PLUG_IN);

  private MatrixSelection() {}

  /** A half of all entries that have a meaning: one of the two colours, 0 or 1. */
  static List<MatrixQuestion> half(int colour) {
    List<MatrixQuestion> questions = new ArrayList<>();
    List<Request> requests = MatrixRequests.all();
    for (int r = 0; r < requests.size(); r++) {
      for (Actor actor : Actor.values()) {
        for (Door door : BOARD) {
          for (Salting salting : Salting.values()) {
            int field = r + actor.ordinal() + door.ordinal() + salting.ordinal() + colour;
            add(questions, requests.get(r), actor, door, salting, field % 2 == 0, 0);
          }
        }
      }
    }
    return questions;
  }

  /**
   * One entry for each request and user: doors, salts and values of early_out take turns along the
   * rows and columns, and what has no meaning gives way to the next that has.
   */
  static List<MatrixQuestion> cut() {
    List<MatrixQuestion> questions = new ArrayList<>();
    List<Request> requests = MatrixRequests.all();
    for (int r = 0; r < requests.size(); r++) {
      for (Actor actor : Actor.values()) {
        int a = actor.ordinal();
        boolean earlyOut = (r / 16 + a) % 2 == 0;
        addFirst(questions, requests.get(r), actor, r + a, r / 4 + a + a / 4, earlyOut);
      }
    }
    return questions;
  }

  /**
   * One entry for each request and user through a guest: salts and values of early_out take turns.
   */
  static List<MatrixQuestion> guestCut() {
    List<Salting> saltings = List.of(Salting.HASH, Salting.MD5);
    return cut(MatrixRequests.all(), Door.GUEST, saltings, GUESTS);
  }

  /**
   * One entry for each request and user through the plug-in of the asynchronous client: salts and
   * values of early_out take turns. Calls of endpoints are those of the blocking client.
   */
  static List<MatrixQuestion> asyncCut() {
    List<Request> requests = new ArrayList<>(MatrixRequests.all());
    requests.removeIf(request -> Endpoints.NAMES.contains(request.name()));
    return cut(requests, Door.ASYNC_PLUG_IN, List.of(Salting.values()), ASYNCHRONOUS);
  }

  private static List<MatrixQuestion> cut(
      List<Request> requests, Door door, List<Salting> saltings, int first) {
    List<MatrixQuestion> questions = new ArrayList<>();
    for (int r = 0; r < requests.size(); r++) {
      for (Actor actor : Actor.values()) {
        int field = r + actor.ordinal();
        Salting salting = saltings.get(field % saltings.size());
        boolean earlyOut = (field / saltings.size()) % 2 == 0;
        add(questions, requests.get(r), actor, door, salting, earlyOut, first);
      }
    }
    return questions;
  }

  /** Each request of each user through a guest, under each salt, with both values of early_out. */
  static List<MatrixQuestion> guests() {
    List<MatrixQuestion> questions = new ArrayList<>();
    for (Request request : MatrixRequests.all()) {
      for (Actor actor : Actor.values()) {
        for (Salting salting : Salting.values()) {
          add(questions, request, actor, Door.GUEST, salting, true, GUESTS);
          add(questions, request, actor, Door.GUEST, salting, false, GUESTS);
        }
      }
    }
    return questions;
  }

  /** The same entries at the gateway itself, in the same order. */
  static List<MatrixQuestion> atTheGateway(List<MatrixQuestion> guests) {
    return guests.stream().map(MatrixSelection::atTheGateway).toList();
  }

  private static MatrixQuestion atTheGateway(MatrixQuestion guest) {
    return new MatrixQuestion(
        guest.number() + GATEWAYS,
        guest.request(),
        guest.actor(),
        Door.LOCAL_OWNER,
        guest.salting(),
        guest.earlyOut());
  }

  private static void addFirst(
      List<MatrixQuestion> questions,
      Request request,
      Actor actor,
      int d,
      int s,
      boolean earlyOut) {
    int before = questions.size();
    for (int i = 0; i < 16 && questions.size() == before; i++) {
      Door door = BOARD.get((d + i) % 4);
      Salting salting = Salting.values()[(s + i / 4) % 4];
      add(questions, request, actor, door, salting, earlyOut, 0);
    }
  }

  /** These requests of one user by natural keys under one salt, with both values of early_out. */
  static List<MatrixQuestion> of(List<Request> requests, Actor actor, Salting salting, int first) {
    List<MatrixQuestion> questions = new ArrayList<>();
    for (Request request : requests) {
      for (boolean earlyOut : new boolean[] {true, false}) {
        questions.add(
            new MatrixQuestion(
                first + questions.size(), request, actor, Door.LOCAL_OWNER, salting, earlyOut));
      }
    }
    return questions;
  }

  private static void add(
      List<MatrixQuestion> questions,
      Request request,
      Actor actor,
      Door door,
      Salting salting,
      boolean earlyOut,
      int first) {
    if (request.hasMeaning(door, salting)) {
      int number = first + questions.size();
      questions.add(new MatrixQuestion(number, request, actor, door, salting, earlyOut));
    }
  }
}
