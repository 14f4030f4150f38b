import { expect, test } from "bun:test";
import { askForProof, openQuestion, whenQuestionChanges } from "./ask-for-proof.ts";

test("calls that need a proof at the same time are one question, and all get its answer", async () => {
  const calls = [askForProof(), askForProof()];
  const question = openQuestion()!;
  const late = askForProof();
  expect(openQuestion()).toBe(question);
  question.settle(true);
  expect(await Promise.all([...calls, late])).toEqual([true, true, true]);
});

test("a question that was declined is asked again for the next call", async () => {
  const declined = askForProof();
  const first = openQuestion()!;
  first.settle(false);
  expect([await declined, openQuestion()]).toEqual([false, null]);
  const next = askForProof();
  expect(openQuestion()).not.toBe(first);
  openQuestion()!.settle(true);
  expect(await next).toBeTrue();
});

test("the dialog hears when a question is asked and when it is settled, until it stops listening", () => {
  const heard: boolean[] = [];
  const stop = whenQuestionChanges(() => heard.push(openQuestion() !== null));
  void askForProof();
  openQuestion()!.settle(true);
  stop();
  void askForProof();
  openQuestion()!.settle(true);
  expect(heard).toEqual([true, false]);
});
