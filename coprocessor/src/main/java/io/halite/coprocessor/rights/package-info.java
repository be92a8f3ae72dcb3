/**
 * Users' rights: before a gateway forwards a request, the region's security coprocessors have
 * judged exactly that request, for the user who sent it.
 */
package io.halite.coprocessor.rights;
