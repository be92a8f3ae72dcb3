package io.halite.it.mapreduce;

import static io.halite.it.oracle.TechniqueData.DEPARTURES;
import static io.halite.it.oracle.TechniqueData.EVENTS;
import static io.halite.it.oracle.TechniqueData.FLIGHTS;
import static io.halite.it.oracle.TechniqueData.HOST_EVENTS;
import static io.halite.it.oracle.TechniqueData.MESSAGES;
import static io.halite.it.oracle.TechniqueData.ORDER_LINES;
import static io.halite.it.oracle.TechniqueData.PHONES;
import static io.halite.it.oracle.TechniqueData.SECONDS;
import static io.halite.it.oracle.TechniqueData.SHOP_ORDERS;
import static io.halite.it.oracle.TechniqueData.USER_ORDERS;
import static io.halite.it.oracle.TechniqueData.USER_TIMES;

import io.halite.it.oracle.TechniqueData;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** The salts of docs/techniques.md and docs/row-key-format.md, each with keys that fit it. */
public enum StoredAs {
  HASH("user:4 order:6:digits", "hash(*) % 4", USER_ORDERS),
  HASH_OF_SEGMENT("user:4 order:6:digits", "hash(user) % 5", USER_ORDERS),
  HASH_AND_SPREAD("user:4 order:6:digits", "hash(user) spread(order % 4) % 16", USER_ORDERS),
  HASH_DIGITS("user:4 order:6:digits", "hash(user) % 20 digits", USER_ORDERS),
  MOD("ts:10:digits host:*", "mod(ts) % 7", DEPARTURES),
  PHOENIX("row:*", "phoenix % 6", FLIGHTS),
  HBASEWD("row:*", "hbasewd % 5", SECONDS),
  MD5_DIGIT("row:*", "md5(*)[0:1]", FLIGHTS),
  MD5_OF_SEGMENT("user:4 order:6:digits", "md5(user)[0:4]", USER_ORDERS),
  MD5_TAIL("row:*", "md5(*)[28:32]", SECONDS),
  MD5_IN_CAPITALS("sendDate~: sendTime~: messageId:*", "MD5(messageId)[0:32]:", MESSAGES),
  REVERSE("phone:11:digits", "reverse(phone)", PHONES),
  REVERSE_OF_SEGMENT("user:4:digits ts:8:revtime", "reverse(user)", USER_TIMES),
  REVERSE_OF_TWO("shop:3:digits order:6:digits line:*", "reverse(shop order)", ORDER_LINES),
  RANDOM("user:4 order:6:digits", "random % 4", USER_ORDERS),
  RANDOM_DIGITS("event:2 day:8:digits offset:8:digits", "random % 20 digits", EVENTS),
  RANDOM_SUFFIX("ts:10:digits host:3", "random-suffix % 5", DEPARTURES),
  NONE("code:2 host:8 ts:8:revtime", "none", HOST_EVENTS),
  INDEXED("shop:4 order:6:digits", "hash(shop) % 4,index=byOrder(order)", SHOP_ORDERS);

  private static final int DRAWN = 60;

  private final String layout;
  private final SaltingSpec spec;
  private final TechniqueData data;

  StoredAs(String layout, String salt, TechniqueData data) {
    this.layout = layout;
    this.spec = SaltingSpec.parse("key=" + layout + ",salt=" + salt);
    this.data = data;
  }

  /** The layout and the salt. */
  public SaltingSpec spec() {
    return spec;
  }

  /** Another salt over the same layout. */
  SaltingSpec other() {
    return SaltingSpec.parse("key=" + layout + ",salt=hash(*) % 3");
  }

  /** Different natural keys, always the same ones, in no order. */
  public List<byte[]> keys() {
    return keys(DRAWN);
  }

  /** Different natural keys, so many at most, always the same ones, in no order. */
  List<byte[]> keys(int drawn) {
    TreeSet<byte[]> seen = new TreeSet<>(Arrays::compareUnsigned);
    List<byte[]> keys = new ArrayList<>();
    Random random = new Random(ordinal());
    for (int i = 0; i < drawn; i++) {
      byte[] key = data.key(spec.layout(), random);
      if (seen.add(key)) {
        keys.add(key);
      }
    }
    return keys;
  }
}
