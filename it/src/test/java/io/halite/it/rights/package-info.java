/** Who may do what: each request of each user, on a salted table and on its plain twin. */
package io.halite.it.rights;
