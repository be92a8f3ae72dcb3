/**
 * What the request being served tells that no hook is given: nonces, atomicity, deadline, limit.
 */
package io.halite.coprocessor.rpc;
