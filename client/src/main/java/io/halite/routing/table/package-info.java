/**
 * A salted table: its spec, the mark of its requests, and the copies of requests and answers
 * between natural and stored keys. Nothing here sends a request.
 */
package io.halite.routing.table;
