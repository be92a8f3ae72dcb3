/**
 * Operations on a salted table: where rows lie, how evenly, whether each has its right salt; begin
 * with {@link io.halite.client.operate.SaltedTableOperations}. The commands of the shell that use
 * them are in {@link io.halite.client.shell}.
 */
package io.halite.client.operate;
