import { expect, test } from "bun:test";
import { WorkTurns } from "./work-turns.ts";

/** Begins work that ends when it is told to, and notes the order in which it was begun. */
function worker(turns: WorkTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask(owner: string, name: string): Promise<void> {
      const ended = Promise.withResolvers<void>();
      ends.set(name, ended.resolve);
      return turns.take(owner, () => {
        begun.push(name);
        return ended.promise;
      });
    },
    async end(name: string): Promise<void> {
      ends.get(name)!();
      await Bun.sleep(0);
    },
  };
}

test("an owner has one turn at a time, and others do not wait behind it", async () => {
  const turns = new WorkTurns(2);
  const { begun, ask, end } = worker(turns);
  const asked = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("b", "b1"), ask("c", "c1")];
  await Bun.sleep(0);
  expect(begun).toEqual(["a1", "b1"]);
  expect(["a", "b", "c"].map((owner) => turns.countOf(owner))).toEqual([3, 1, 1]);
  for (const name of ["a1", "c1", "a2", "b1", "a3"]) await end(name);
  await Promise.all(asked);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "a3"]);
  expect(["a", "b", "c"].map((owner) => turns.countOf(owner))).toEqual([0, 0, 0]);
});

test("the turn goes on when work fails", async () => {
  const turns = new WorkTurns(1);
  const failing = turns.take("a", () => Promise.reject(new Error("It failed.")));
  const next = turns.take("a", async () => "done");
  expect(failing).rejects.toThrow("It failed.");
  expect(await next).toBe("done");
});
