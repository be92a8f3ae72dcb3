/**
 * What a gateway region and an application both know of a table: its spec, and its request copies.
 */
package io.halite.client.table;
