/** Makes a region serve natural keys: the hooks that HBase calls, one line each. */
package io.halite.coprocessor;
