/** What a salted table keeps when servers are upgraded, killed and stopped, beside a plain one. */
package io.halite.it.survival;
