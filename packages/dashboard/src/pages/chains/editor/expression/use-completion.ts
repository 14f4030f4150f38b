import { type KeyboardEvent, useState } from "react";
import { type Completion, completeExpression } from "../../model/expression/complete-expression.ts";
import { type Token, tokensOf } from "../../model/expression/expression-tokens.ts";
import type { ExpressionWord } from "../../model/expression/expression-words.ts";

interface Text {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly caret: number;
}

interface Offer {
  readonly completion: Completion;
  readonly chosen: number;
}

/** Whether ")" would only repeat the one that came with a completion: all brackets are closed already. */
export function isClosedAlready(text: string, caret: number): boolean {
  if (text[caret] !== ")") return false;
  const marks = tokensOf(text).filter(({ kind }) => kind === "mark");
  const count = (mark: string) => marks.filter(({ start }) => text[start] === mark).length;
  return count(")") >= count("(");
}

/** The list of words that fit, opened by typing or by Ctrl-Space and driven with the keys of the field. */
export function useCompletion(
  { text, tokens, caret }: Text,
  words: readonly ExpressionWord[],
  keys: readonly string[],
  onAccept: (completion: Completion, word: ExpressionWord) => void,
) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const show = (completion: Completion | null) =>
    setOffer(completion === null || completion.words.length === 0 ? null : { completion, chosen: 0 });
  const close = () => setOffer(null);
  const accept = (word: ExpressionWord) => {
    if (offer !== null) onAccept(offer.completion, word);
    close();
  };
  const handled = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey && (event.key === " " || event.code === "Space")) {
      show(completeExpression({ text, tokens, caret }, words, keys));
      return true;
    }
    if (offer === null || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { completion, chosen } = offer;
    const count = completion.words.length;
    if (event.key === "ArrowDown") setOffer({ completion, chosen: (chosen + 1) % count });
    else if (event.key === "ArrowUp") setOffer({ completion, chosen: (chosen + count - 1) % count });
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" || event.key === "Tab") accept(completion.words[chosen]!);
    else return false;
    return true;
  };
  return {
    offer,
    close,
    accept,
    onKeyDown: (event: KeyboardEvent) => {
      if (!handled(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** Offers what goes on from what was just typed, unless it is complete already. */
    onTyped: (typedText: string, typedCaret: number) => {
      const place = { text: typedText, tokens: tokensOf(typedText), caret: typedCaret };
      const completion = completeExpression(place, words, keys);
      const typed = completion === null ? "" : typedText.slice(completion.from, typedCaret);
      const isAsked = typed !== "" || typedText[typedCaret - 1] === ".";
      const isDone = completion?.words.length === 1 && completion.words[0]?.name === typed;
      show(isAsked && !isDone ? completion : null);
    },
  };
}
