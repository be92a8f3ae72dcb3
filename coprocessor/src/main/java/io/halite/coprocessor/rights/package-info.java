/**
 * Who may do what: before anything is forwarded, the region's own security coprocessors have judged
 * exactly what will be done, for the user who asked.
 */
package io.halite.coprocessor.rights;
