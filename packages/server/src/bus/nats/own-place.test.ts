import { expect, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { createLog } from "../../platform/log.ts";
import type { Membership } from "./membership.ts";
import { OwnPlace } from "./own-place.ts";

const log = createLog("error", "test", () => undefined);

/** A list of members on which this one always finds a place. */
function openList(onBegun: () => void) {
  const joined: string[] = [];
  const membership: Membership = {
    async join({ id }) {
      joined.push(id);
    },
    begin: onBegun,
    end: () => undefined,
    leave: async () => undefined,
    list: async () => ({ members: [], readMs: performance.now() }),
    revoke: async () => undefined,
    watch: () => undefined,
  };
  return { membership, joined };
}

test("a member that is revoked at the very moment it has joined again joins once more", async () => {
  let begun = 0;
  const { membership, joined } = openList(() => {
    begun++;
    if (begun === 2) queueMicrotask(() => place.revoked());
  });
  const place = new OwnPlace({
    channel: "channel",
    role: "ingest",
    membership,
    log,
    onJoined: () => undefined,
  });
  await place.join();
  await place.follow(async () => undefined);
  place.revoked();
  await waitUntil("it acts again", () => begun === 3);
  expect(joined).toEqual(["channel-1", "channel-2", "channel-3"]);
});

test("a member that has to load everything again loads it after that, whenever it is told", async () => {
  // How many microtasks pass between a load and the next call: among them is the moment at which the load is over.
  for (let turns = 0; turns < 20; turns++) {
    const { membership } = openList(() => undefined);
    const place = new OwnPlace({
      channel: "channel",
      role: "ingest",
      membership,
      log,
      onJoined: () => undefined,
    });
    let loads = 0;
    await place.follow(async () => {
      loads++;
    });
    place.reload();
    await waitUntil("it loads", () => loads === 1);
    loads = 0;
    place.reload();
    for (let turn = 0; turn < turns; turn++) await null;
    const before = loads;
    place.reload();
    await waitUntil(`it loads again after ${turns} turns`, () => loads > before);
  }
});
