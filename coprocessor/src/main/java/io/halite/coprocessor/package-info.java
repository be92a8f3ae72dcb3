/**
 * Makes a region serve natural keys: the hooks that HBase calls, and the role of each region that
 * answers them.
 */
package io.halite.coprocessor;
