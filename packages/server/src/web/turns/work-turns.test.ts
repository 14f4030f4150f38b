import { expect, test } from "bun:test";
import type { WorkOwner } from "../../manage/chains/work/chain-work.ts";
import { WorkTurns } from "./work-turns.ts";

function owner(name: string, caller = ""): WorkOwner {
  return { name, caller, isLimited: true };
}

/** Starts work that ends when told to, and records the order in which it was started. */
function worker(turns: WorkTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask(asking: string | WorkOwner, name: string): Promise<void> {
      const ended = Promise.withResolvers<void>();
      ends.set(name, ended.resolve);
      return turns.take(typeof asking === "string" ? owner(asking) : asking, () => {
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

test("gives an owner one turn at a time, without delaying others", async () => {
  const turns = new WorkTurns({ turnsMax: 2 });
  const { begun, ask, end } = worker(turns);
  const asked = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("b", "b1"), ask("c", "c1")];
  await Bun.sleep(0);
  expect(begun).toEqual(["a1", "b1"]);
  expect(["a", "b", "c"].map((name) => turns.countOf(name))).toEqual([3, 1, 1]);
  for (const name of ["a1", "c1", "a2", "b1", "a3"]) await end(name);
  await Promise.all(asked);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "a3"]);
  expect(["a", "b", "c"].map((name) => turns.countOf(name))).toEqual([0, 0, 0]);
});

test("passes the turn on when work fails", async () => {
  const turns = new WorkTurns({ turnsMax: 1 });
  const failing = turns.take(owner("a"), () => Promise.reject(new Error("It failed.")));
  const next = turns.take(owner("a"), async () => "done");
  expect(failing).rejects.toThrow("It failed.");
  expect(await next).toBe("done");
});

test("gives callers of an owner their own lines, but one turn at a time together, and no more turns than others", async () => {
  const turns = new WorkTurns({ turnsMax: 1 });
  const { begun, ask, end } = worker(turns);
  const [viewer, editor] = [owner("a", "viewer"), owner("a", "editor")];
  const asked = [ask(viewer, "v1"), ask(viewer, "v2"), ask(viewer, "v3"), ask(editor, "e1"), ask("b", "b1")];
  await Bun.sleep(0);
  expect([turns.countOf("a"), turns.countOf("b")]).toEqual([4, 1]);
  for (const name of ["v1", "b1", "e1", "v2", "v3"]) await end(name);
  await Promise.all(asked);
  expect(begun).toEqual(["v1", "b1", "e1", "v2", "v3"]);
});

test("passes over a line that is not due, also for others of its owner", async () => {
  const waits: string[] = [];
  const turns = new WorkTurns({
    turnsMax: 1,
    dueTimes: {
      dueInMs: ({ caller }) => (caller === "viewer" ? 60_000 : 0),
      beginWait: ({ caller }) => waits.push(`${caller} begins`),
      endWait: ({ caller }) => waits.push(`${caller} ends`),
    },
  });
  void turns.take(owner("a", "viewer"), async () => undefined);
  await turns.take(owner("a", "editor"), async () => undefined);
  expect(turns.isWaitedFor).toBe(true);
  expect(waits).toEqual(["viewer begins", "editor begins", "editor ends"]);
});
