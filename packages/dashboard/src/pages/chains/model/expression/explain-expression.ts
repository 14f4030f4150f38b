import type { CaretPlace } from "./expression-tokens.ts";
import { type ExpressionWord, isCalled, receiverOf } from "./expression-words.ts";

/** The word at the caret, and the index of the parameter that is being written. */
export interface Explanation {
  readonly word: ExpressionWord;
  /** Null if the caret is not between its brackets. */
  readonly parameter: number | null;
}

/** Explains the word under the caret, else the call around it. */
export function explainExpression(place: CaretPlace, words: readonly ExpressionWord[]): Explanation | null {
  const { tokens, caret } = place;
  const index = tokens.findIndex(
    ({ kind, start, end }) => start <= caret && caret <= end && (kind === "word" || kind === "call"),
  );
  const here = index === -1 ? undefined : wordAt(place, index, words);
  if (here !== undefined) return { word: here, parameter: null };
  return callAround(place, words);
}

function callAround(place: CaretPlace, words: readonly ExpressionWord[]): Explanation | null {
  const { text, tokens, caret } = place;
  let depth = 0;
  let parameter = 0;
  for (let index = tokens.findLastIndex(({ end }) => end <= caret); index >= 0; index--) {
    const token = tokens[index]!;
    if (token.kind !== "mark") continue;
    const mark = text.slice(token.start, token.end);
    if (mark === ")" || mark === "]" || mark === "}") depth++;
    else if (mark === "," && depth === 0) parameter++;
    else if (mark === "(" || mark === "[" || mark === "{") {
      if (depth > 0) {
        depth--;
        continue;
      }
      const called = tokens.findLastIndex(({ kind }, at) => at < index && kind !== "space");
      const word = mark === "(" && called !== -1 ? wordAt(place, called, words) : undefined;
      if (word !== undefined) return { word, parameter };
      parameter = 0;
    }
  }
  return null;
}

function wordAt(
  { text, tokens }: CaretPlace,
  index: number,
  words: readonly ExpressionWord[],
): ExpressionWord | undefined {
  const token = tokens[index]!;
  const name = text.slice(token.start, token.end);
  const before = text.slice(0, token.start);
  const path = /((?:[A-Za-z_]\w*\.)+)$/.exec(before)?.[1] ?? "";
  if (token.kind === "call") return calledWord(name, before, words);
  return words.find((word) => !isCalled(word) && word.name === path + name);
}

function calledWord(
  name: string,
  before: string,
  words: readonly ExpressionWord[],
): ExpressionWord | undefined {
  const isMethod = before.endsWith(".");
  const fitting = words.filter(
    (word) =>
      word.name === name && isCalled(word) && (word.kind === "method" || word.kind === "loop") === isMethod,
  );
  const isOfTime = /\bat\.$/.test(before);
  return fitting.find((word) => isOfTime === (receiverOf(word.forms[0] ?? "") === "at")) ?? fitting[0];
}
