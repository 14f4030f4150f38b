import { expect, test } from "bun:test";
import { askForProof, openQuestion, whenQuestionChanges } from "./ask-for-proof.ts";

test("asks one question for calls that need a proof at the same time, and gives all of them its answer", async () => {
  const calls = [askForProof(), askForProof()];
  const question = openQuestion()!;
  const late = askForProof();
  expect(openQuestion()).toBe(question);
  question.settle(true);
  expect(await Promise.all([...calls, late])).toEqual([true, true, true]);
});

test("asks again for the next call after a question was declined", async () => {
  const declined = askForProof();
  const first = openQuestion()!;
  first.settle(false);
  expect([await declined, openQuestion()]).toEqual([false, null]);
  const next = askForProof();
  expect(openQuestion()).not.toBe(first);
  openQuestion()!.settle(true);
  expect(await next).toBeTrue();
});

test("tells the dialog when a question is asked and settled, until it stops listening", () => {
  const heard: boolean[] = [];
  const stop = whenQuestionChanges(() => heard.push(openQuestion() !== null));
  void askForProof();
  openQuestion()!.settle(true);
  stop();
  void askForProof();
  openQuestion()!.settle(true);
  expect(heard).toEqual([true, false]);
});
