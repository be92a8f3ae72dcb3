/** Turns one request with a natural key into requests with stored keys, and answers back. */
package io.halite.client.route;
