import { describe, expect, test } from "bun:test";
import { RequestTurns } from "../web/turns/request-turns.ts";
import { Together } from "./together.ts";

/** Work that goes on when it is told to, and keeps which items it was given. */
function heldWork() {
  const groups: string[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const work = async (items: readonly string[]) => {
    groups.push([...items]);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise;
    return items.map((item) => `${item} done`);
  };
  return { groups, ends, work };
}

const later = () => new Promise(setImmediate);

describe("work that is done together", () => {
  test("begins at once for the first caller, and then for all who came meanwhile, each with its own answer", async () => {
    const { groups, ends, work } = heldWork();
    const together = new Together({ work });
    const answers = ["a", "b", "c"].map((item) => together.do(item));
    await later();
    expect(groups).toEqual([["a"]]);
    ends[0]!.resolve();
    await later();
    expect(groups).toEqual([["a"], ["b", "c"]]);
    ends[1]!.resolve();
    expect(await Promise.all(answers)).toEqual(["a done", "b done", "c done"]);
  });

  test("fails for those it was done for, and goes on for the next", async () => {
    const { groups, ends, work } = heldWork();
    const together = new Together({ work });
    const first = together.do("a");
    const second = together.do("b");
    ends[0]!.reject(new Error("No."));
    expect(await first.catch((error: Error) => error.message)).toBe("No.");
    await later();
    ends[1]!.resolve();
    expect([await second, groups]).toEqual(["b done", [["a"], ["b"]]]);
  });

  test("takes no more at once than fits, and what is too large alone", async () => {
    const groups: number[][] = [];
    const work = async (sizes: readonly number[]) => {
      groups.push([...sizes]);
      await later();
      return sizes;
    };
    const together = new Together({ work, sizeMax: 5, sizeOf: (size: number) => size });
    const sizes = [1, 2, 3, 1, 9, 1];
    expect(await Promise.all(sizes.map((size) => together.do(size)))).toEqual(sizes);
    expect(groups).toEqual([[1], [2, 3], [1], [9], [1]]);
  });

  test("is joined by more callers than have turns at the same time", async () => {
    const { groups, ends, work } = heldWork();
    const together = new Together({ work });
    const turns = new RequestTurns();
    const caller = { name: "tenant 1", caller: "person a@example.org" };
    const items = Array.from({ length: 20 }, (_, nth) => String(nth));
    const answers = items.map((item) => turns.take(caller, () => together.do(item)));
    while (groups.length === 0) await later();
    await turns.take(caller, async () => undefined);
    ends[0]!.resolve();
    while (groups.length === 1) await later();
    ends[1]!.resolve();
    expect((await Promise.all(answers)).toSorted()).toEqual(items.map((item) => `${item} done`).toSorted());
    expect(groups.map(({ length }) => length)).toEqual([1, 19]);
  });
});
