/** Salted tables of clusters that know their users by Kerberos, and of clusters that speak TLS. */
package io.halite.it.secure;
