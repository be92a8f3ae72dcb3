/** What a salted table costs beside a plain one, in one run: ratios, and RPCs counted. */
package io.halite.it.bench;
