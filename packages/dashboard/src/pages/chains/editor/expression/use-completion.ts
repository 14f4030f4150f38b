import { type KeyboardEvent, useState } from "react";
import {
  type Completion,
  completeExpression,
  completeTyped,
} from "../../model/expression/complete-expression.ts";
import type { CaretPlace } from "../../model/expression/expression-tokens.ts";
import type { ExpressionWord } from "../../model/expression/expression-words.ts";

interface Offer {
  readonly completion: Completion;
  readonly chosen: number;
}

/** The list of words that fit. Typing or Ctrl-Space opens it, and the keys of the field control it. */
export function useCompletion(
  place: CaretPlace,
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
      show(completeExpression(place, words, keys));
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
    onTyped: (typedText: string, typedCaret: number) =>
      show(completeTyped(typedText, typedCaret, words, keys)),
  };
}
