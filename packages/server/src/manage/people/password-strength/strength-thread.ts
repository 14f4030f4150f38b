/** The strength thread: one question, one answer, in order. */
import { estimateStrength } from "./estimate-strength.ts";
import type { StrengthQuestion } from "./strength-messages.ts";

declare const self: Worker;

self.onmessage = (event: MessageEvent<StrengthQuestion>) => {
  self.postMessage(estimateStrength(event.data));
};
