/** Split algorithms that HBase's shell takes by name, one for each kind of stored keys. */
package io.halite.coprocessor.split;
