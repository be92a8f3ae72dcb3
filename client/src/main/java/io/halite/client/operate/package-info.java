/**
 * What operators ask of a salted table: where rows lie, how evenly, whether each is right; {@link
 * io.halite.client.operate.SaltedTableOperations} is the way in.
 */
package io.halite.client.operate;
