/**
 * Users' rights: before a request is forwarded, the region's security coprocessors have judged
 * exactly what will be done, for the user who sent it.
 */
package io.halite.coprocessor.rights;
