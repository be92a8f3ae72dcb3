package io.halite.it.rights;

import java.util.List;

/**
 * How the salted table did beside its twin.
 *
 * @param ends one word for each action: {@code answered}, {@code refused} or an accepted refusal
 * @param findings what breaks the law; empty if nothing does
 */
record Verdict(MatrixQuestion question, List<String> ends, List<String> findings) {}
