/** What a region answers to operators: its facts, and walks over its stored rows. */
package io.halite.coprocessor.operate;
