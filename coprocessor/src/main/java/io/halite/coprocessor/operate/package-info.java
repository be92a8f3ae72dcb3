/** Answers operators about one region: its facts, and walks over its stored rows. */
package io.halite.coprocessor.operate;
