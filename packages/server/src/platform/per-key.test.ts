import { expect, test } from "bun:test";
import { OneAtATime } from "./one-at-a-time.ts";
import { PerKey } from "./per-key.ts";

const lines = () => new PerKey((_key: number) => new OneAtATime());

test("runs the work of a key in order, one piece at a time, although a piece fails", async () => {
  const perKey = lines();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === "one") throw new Error("one fails");
  };

  const one = perKey.use(1, (line) => line.run(work("one")));
  const other = perKey.use(1, (line) => line.run(work("other")));

  await expect(one).rejects.toThrow("one fails");
  await other;
  expect(steps).toEqual(["one begins", "one ends", "other begins", "other ends"]);
});

test("runs the work of another key meanwhile", async () => {
  const perKey = lines();
  const held = Promise.withResolvers<void>();
  const waiting = perKey.use(1, (line) => line.run(() => held.promise));

  expect(await perKey.use(2, (line) => line.run(() => "done"))).toBe("done");

  held.resolve();
  await waiting;
});

test("keeps a value as long as somebody uses it, and makes a new one for the next", async () => {
  let made = 0;
  const perKey = new PerKey((_key: number) => ++made);
  const held = Promise.withResolvers<void>();
  const first = perKey.use(1, async (value) => {
    await held.promise;
    return value;
  });
  expect(await perKey.use(1, async (value) => value)).toBe(1);
  held.resolve();
  expect([await first, await perKey.use(1, async (value) => value)]).toEqual([1, 2]);
});
