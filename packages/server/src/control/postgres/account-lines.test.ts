import { expect, test } from "bun:test";
import { AccountLines } from "./account-lines.ts";

test("runs the work of an account in order, one piece at a time, although a piece fails", async () => {
  const lines = new AccountLines();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === "one") throw new Error("one fails");
  };

  const one = lines.run(1, work("one"));
  const other = lines.run(1, work("other"));

  await expect(one).rejects.toThrow("one fails");
  await other;
  expect(steps).toEqual(["one begins", "one ends", "other begins", "other ends"]);
});

test("runs the work of another account meanwhile", async () => {
  const lines = new AccountLines();
  const held = Promise.withResolvers<void>();
  const waiting = lines.run(1, () => held.promise);

  expect(await lines.run(2, async () => "done")).toBe("done");

  held.resolve();
  await waiting;
});
