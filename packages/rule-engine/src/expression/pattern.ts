import { fail, type Result, succeed } from "@weir/protocol/result";
import { RE2JS } from "re2js";
import { expressionLimits } from "./expression-limits.ts";
import { PatternCache } from "./pattern-cache.ts";

/** A regular expression that takes time in proportion to the text, whatever pattern and text are. */
export interface Pattern {
  /** How many instructions it has: a text takes at most this many steps per character. */
  readonly size: number;
  test(text: string): boolean;
}

export type PatternResult = Result<Pattern, string>;

const { patternLengthMax, patternRepeatMax, patternSizeMax } = expressionLimits;
const repetitions = /\{(\d+)(?:,(\d*))?\}/g;

/** Recently compiled patterns. Some take milliseconds, and chains often have the same one many times. */
const known = new PatternCache<PatternResult>();

/** The time this takes is limited by the budget that the pattern was counted against, if there was one. */
export function compilePattern(text: string): PatternResult {
  if (text.length > patternLengthMax)
    return fail(`The pattern is longer than ${patternLengthMax} characters; shorten it.`);
  return known.get(text, compile);
}

function compile(text: string): PatternResult {
  for (const [written, least, most] of text.matchAll(repetitions)) {
    if (Number(least) > patternRepeatMax || Number(most ?? 0) > patternRepeatMax)
      return fail(
        `The pattern repeats a part more than ${patternRepeatMax} times (${written}). Use a smaller number.`,
      );
  }
  const compiled = compileRe2(text);
  if (typeof compiled === "string") return fail(`The pattern is not valid: ${compiled}.`);
  const size = compiled.programSize();
  if (size > patternSizeMax)
    return fail(
      `The pattern is too large: it compiles to ${size} instructions, and the limit is ${patternSizeMax}. Simplify it.`,
    );
  // `find` runs the plain automaton. `test` would build a faster one at run time and keep up to 8 MB of it per pattern,
  // depending on the texts of devices.
  return succeed({ size, test: (subject) => compiled.matcher(subject).find() });
}

function compileRe2(text: string): RE2JS | string {
  try {
    return RE2JS.compile(text);
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : "unknown syntax";
  }
}
