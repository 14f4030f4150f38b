import { expect, test } from "bun:test";
import { BodyTurns } from "./body-turns.ts";

/** Occupies the thread. */
function burn(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test("handles what is small enough at once", async () => {
  const turns = new BodyTurns();
  const done: string[] = [];
  const running = turns.run(1, async () => void done.push("at once"));
  expect(done).toEqual(["at once"]);
  await running;
});

test("lets the event loop go round between expensive bodies, and the accounts take turns", async () => {
  const turns = new BodyTurns();
  const done: string[] = [];
  const work = (name: string, ms: number) => async () => {
    burn(ms);
    done.push(name);
  };
  const running = [
    ...[1, 2, 3].map((nth) => turns.run(1, work(`dear ${nth}`, 10))),
    ...[1, 2].map((nth) => turns.run(2, work(`other ${nth}`, 0))),
  ];
  expect(done).toEqual(["dear 1"]);
  await new Promise(setImmediate);
  expect(done).toEqual(["dear 1", "other 1", "other 2", "dear 2"]);
  await Promise.all(running);
  expect(done.at(-1)).toBe("dear 3");
});

test("passes on what the work throws", async () => {
  const turns = new BodyTurns();
  await turns.run(1, async () => burn(5));
  const failing = turns.run(1, async () => {
    throw new Error("broken");
  });
  expect(await failing.catch((error: Error) => error.message)).toBe("broken");
});
