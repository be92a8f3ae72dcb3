/**
 * Which salt fits a sample of natural keys: layouts that the sample suggests, the spread of its
 * rows under each technique, and a choice with its reason.
 *
 * <p>Start at {@link io.halite.keys.advice.Advice}. What belongs here follows from the bytes of a
 * sample alone: reading files and printing tables do not.
 */
package io.halite.keys.advice;
