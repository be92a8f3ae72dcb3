/** What one region is asked about the newest rows of each key, and what it answers. */
package io.halite.client.latest.page;
