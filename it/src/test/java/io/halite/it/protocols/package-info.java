/** Salted tables behind HBase's own REST and Thrift servers. */
package io.halite.it.protocols;
