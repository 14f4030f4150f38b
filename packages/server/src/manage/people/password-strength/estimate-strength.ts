/**
 * Estimates how many guesses a password takes with zxcvbn. Only the strength thread imports this file: the dictionaries
 * take a third of a second to unpack, and a long password takes tens of milliseconds to score.
 */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as commonDictionary } from "@zxcvbn-ts/language-common";
import { dictionary as englishDictionary, translations } from "@zxcvbn-ts/language-en";
import type { StrengthQuestion, StrengthVerdict } from "./strength-messages.ts";

/**
 * How much of a password is scored. The work grows faster than the length: of 240 passwords that we tried (repeats,
 * dates, keyboards, disguised letters, random digits), the costliest 64 characters took 74 ms of a core, and 128 took
 * over 300. Characters after the 64th can only make a password harder to guess.
 */
const scoredLengthMax = 64;
/**
 * Ways to read digits and signs as letters. The library's 100 take several times as long, and gave the disguised words
 * we tried the same score.
 */
const substitutionsMax = 10;

/**
 * Fewer guesses are too few: checking one takes about 10 ms of a core, so 10^10 take three years. The library's own
 * limit is 10^8, which any three short words or numbers reach, such as "Summer2026!!".
 */
const guessesMin = 1e10;

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
  translations,
  maxLength: scoredLengthMax,
  l33tMaxSubstitutions: substitutionsMax,
  timeEstimationValues: {
    // A score of 3 and more is accepted, and the library has advice for lower ones.
    scoring: { 0: 1e3, 1: 1e6, 2: guessesMin, 3: 1e12 },
    attackTime: {
      onlineThrottlingXPerHour: 100,
      onlineNoThrottlingXPerSecond: 10,
      offlineSlowHashingXPerSecond: 1e4,
      offlineFastHashingXPerSecond: 1e10,
    },
  },
});

export function estimateStrength({ password, known }: StrengthQuestion): StrengthVerdict {
  const { score, guesses, feedback } = estimator.check(password, [...known]);
  const advice = [feedback.warning, ...feedback.suggestions].filter((text) => text !== null && text !== "");
  return { score, isStrong: guesses >= guessesMin, advice: advice as string[] };
}
