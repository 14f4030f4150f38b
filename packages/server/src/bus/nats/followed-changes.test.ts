import { expect, test } from "bun:test";
import type { ControlChange } from "../../control/control.ts";
import type { Changes } from "../bus.ts";
import { FollowedChanges } from "./followed-changes.ts";

const change = (deviceId: number): ControlChange => ({ kind: "device", deviceId });

test("keeps changes until the member follows, and applies them at once afterwards", async () => {
  const followed = new FollowedChanges();
  const applied: Changes[] = [];
  await followed.take([change(1)]);
  await followed.take([change(2)]);
  await followed.follow((changes) => void applied.push(changes));
  await followed.take([change(3)]);
  expect(applied).toEqual([[change(1), change(2)], [change(3)]]);
});

test("applies everything after changes may have been missed, then the changes that arrived meanwhile", async () => {
  const followed = new FollowedChanges();
  const applied: Changes[] = [];
  const held = Promise.withResolvers<void>();
  await followed.follow(async (changes) => {
    applied.push(changes);
    if (changes === "everything") await held.promise;
  });
  followed.missed();
  const caughtUp = followed.catchUp();
  await until(() => applied.length === 1);
  // Acknowledged now, and applied before this member acts again.
  await followed.take([change(1)]);
  expect(applied).toEqual(["everything"]);
  expect(followed.isFollowing).toBe(false);
  held.resolve();
  await caughtUp;
  expect(applied).toEqual(["everything", [change(1)]]);
  expect(followed.isFollowing).toBe(true);
});

test("applies everything again after a failure", async () => {
  const followed = new FollowedChanges();
  const applied: Changes[] = [];
  let fails = false;
  await followed.follow((changes) => {
    if (fails) throw new Error("no database");
    applied.push(changes);
  });
  followed.missed();
  fails = true;
  await expect(followed.catchUp()).rejects.toThrow("no database");
  await followed.take([change(1)]);
  expect(followed.isFollowing).toBe(false);
  fails = false;
  await followed.catchUp();
  expect(applied).toEqual(["everything"]);
});

test("loads everything instead of keeping very many changes", async () => {
  const followed = new FollowedChanges();
  await followed.take(Array.from({ length: 6000 }, (_, index) => change(index)));
  await followed.take(Array.from({ length: 6000 }, (_, index) => change(index)));
  const applied: Changes[] = [];
  await followed.follow((changes) => void applied.push(changes));
  expect(applied).toEqual(["everything"]);
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(1);
}
