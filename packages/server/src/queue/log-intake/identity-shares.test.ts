import { describe, expect, test } from "bun:test";
import { IdentityMemory } from "./identity-memory.ts";
import { verdicts } from "./identity-verdicts.ts";

const { fresh, duplicate } = verdicts;
const windows = { replayMs: 1_000_000, duplicateMs: 1000 };
const [busy, quiet, other] = [1, 2, 3];

/** A memory for a hundred readings, of which an account may fill forty; the sensors have the numbers of their accounts. */
class Scene {
  readonly memory = new IdentityMemory(100, windows, 40);
  nowMs = 0;

  send(accountId: number, fromSeconds: number, count: number, isLong = true): number[] {
    const { memory } = this;
    this.nowMs++;
    memory.use(accountId);
    const found = Array.from({ length: count }, (_, nth) => {
      const seconds = fromSeconds + nth;
      const value = seconds % 7;
      return isLong
        ? memory.rememberNext(accountId, value, seconds, 0, this.nowMs)
        : memory.remember(accountId, value, seconds, 0, this.nowMs);
    });
    memory.confirm(memory.mark);
    return found;
  }

  isKnown(accountId: number, fromSeconds: number, count: number): boolean {
    return this.send(accountId, fromSeconds, count, false).every((verdict) => verdict === duplicate);
  }
}

describe("an account that fills more than its share", () => {
  test("pushes out its own identities, and none of accounts within their share", () => {
    const scene = new Scene();
    scene.send(quiet, 0, 30);
    scene.send(other, 0, 10, false);
    for (let request = 0; request < 200; request++) scene.send(busy, request * 10, 10, request % 3 > 0);
    expect(scene.isKnown(quiet, 0, 30)).toBeTrue();
    expect(scene.isKnown(other, 0, 10)).toBeTrue();
    expect([busy, quiet, other].map((account) => scene.memory.shares.countOf(account))).toEqual([60, 30, 10]);
    // The newest of the busy one are known as well.
    expect(scene.isKnown(busy, 1950, 50)).toBeTrue();
    expect(scene.send(busy, 0, 1, false)).toEqual([fresh]);
  });

  test("makes no other account look into the store", () => {
    const scene = new Scene();
    scene.send(quiet, 0, 10);
    for (let request = 0; request < 50; request++) scene.send(busy, request * 10, 10);
    const { memory } = scene;
    memory.use(quiet);
    expect(memory.reachesBack(scene.nowMs)).toBeTrue();
    memory.use(busy);
    expect(memory.forgottenUntilMs).toBeGreaterThan(0);
  });

  test("has all the room that nobody else needs", () => {
    const scene = new Scene();
    for (let request = 0; request < 50; request++) scene.send(busy, request * 10, 10);
    expect(scene.memory.shares.countOf(busy)).toBe(100);
    // Others take it back from it.
    scene.send(quiet, 0, 30);
    scene.send(other, 0, 40, false);
    expect([busy, quiet, other].map((account) => scene.memory.shares.countOf(account))).toEqual([30, 30, 40]);
  });
});

test("keeps recalled readings longer than those of an account that exceeds its share", () => {
  const memory = new IdentityMemory(100, windows, 40);
  for (let seconds = 0; seconds < 50; seconds++) memory.rememberNext(9, 1, seconds, 0, 0);
  memory.confirm(memory.mark);
  memory.use(busy);
  for (let seconds = 0; seconds < 500; seconds++) memory.remember(1, 1, seconds, 0, 1);
  memory.confirm(memory.mark);
  memory.use(quiet);
  for (let seconds = 0; seconds < 50; seconds++) expect(memory.remember(9, 1, seconds, 0, 2)).toBe(duplicate);
});
