import { afterEach, expect, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { createLog } from "../../platform/log.ts";
import { at } from "../../queue/test-positions.ts";
import type { ReadingFates } from "../../store/receipts/record.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";
import { requestOf } from "../../web/testing/test-requests.ts";
import { getDevice } from "../core/find-device.ts";
import { createDevice } from "../devices/devices.ts";
import { closeTestControls, makeAccount, newDevice, openTestControl, unwrap } from "../test-control.ts";
import { RequestFeed } from "./request-feed.ts";

const lost: ReadingFates = {
  first: 0,
  readings: 1,
  letterId: null,
  fate: "ended",
  onPurpose: false,
  chainId: null,
  chainVersion: null,
  nodeId: null,
  output: null,
};

afterEach(closeTestControls);

/** A feed whose questions to the store are answered a turn later. All readings turn out to be lost. */
async function openFeed() {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const { uuid } = unwrap(await createDevice(control, newDevice(account.id)));
  const { id: deviceId } = unwrap(await getDevice(control, uuid));
  const told: string[] = [];
  const settled = { position: 0 };
  const later = async <T>(answer: () => T): Promise<T> => {
    const asked = answer();
    await new Promise((resolve) => setImmediate(resolve));
    return asked;
  };
  const feed = new RequestFeed({
    control,
    outcomes: {
      receipts: {
        fates: (_, number) => later(() => (number <= settled.position ? [lost] : [])),
        settledPosition: () => later(() => at(settled.position)),
      },
      accepted: { of: async () => null, close: async () => undefined },
    },
    log: createLog("info", "test", (line) => told.push(line)),
    publish: (events) => told.push(...events.map(nameOf)),
  });
  feed.watch([account.id]);
  const request = (number: number): ActivityRecord => {
    const requestId = `000000000abc-${number}`;
    return requestOf({ accountId: account.id, deviceId }, { requestId, position: at(number) });
  };
  return { feed, account, told, settled, request, [Symbol.asyncDispose]: () => feed.stop() };
}

function nameOf(event: LiveEvent): string {
  if (event.kind !== "activity" && event.kind !== "outcome") return event.kind;
  return `${event.kind} ${String(event.request.id).split("-")[1]}`;
}

test("shows a request once, and once again when its readings turn out to be lost", async () => {
  await using scene = await openFeed();
  const { feed, told, settled, request } = scene;
  feed.show([request(1), request(2)]);
  await waitUntil("both are shown", () => told.length === 2);
  settled.position = 1;
  // Both of these look for outcomes, and so does the timer.
  feed.show([request(3)]);
  feed.show([request(4)]);
  await waitUntil("the others are shown", () => told.length === 5);
  settled.position = 4;
  await waitUntil("all outcomes are told", () => told.length === 8);
  expect(told).toEqual([
    "activity 1",
    "activity 2",
    "outcome 1",
    "activity 3",
    "activity 4",
    "outcome 2",
    "outcome 3",
    "outcome 4",
  ]);
});

test("leaves out requests that only pages of another manage process watch", async () => {
  await using scene = await openFeed();
  const { feed, account, told, settled, request } = scene;
  settled.position = 2;
  feed.watch([account.id + 1]);
  feed.show([request(1)]);
  feed.watch([account.id]);
  feed.show([request(2)]);
  await waitUntil("the other is shown", () => told.length > 0);
  expect(told).toEqual(["activity 2"]);
});

test("sends no outcome of requests that are no longer watched", async () => {
  await using scene = await openFeed();
  const { feed, account, told, settled, request } = scene;
  feed.show([request(1)]);
  await waitUntil("it is shown", () => told.length === 1);
  settled.position = 1;
  feed.show([request(2)]);
  // The question of the step above is in progress now.
  await Promise.resolve();
  feed.watch([]);
  feed.watch([account.id]);
  await waitUntil("the other is shown", () => told.length === 2);
  expect(told).toEqual(["activity 1", "activity 2"]);
});
