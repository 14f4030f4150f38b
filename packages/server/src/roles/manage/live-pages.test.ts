import { expect, test } from "bun:test";
import { liveEventKinds } from "@weir/protocol/manage/live-events";
import { unwrap } from "@weir/protocol/result";
import { createLog } from "../../platform/log.ts";
import { LivePages } from "./live-pages.ts";

/** Pages whose processor answers when the test says so. */
function open() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<never>();
  const pages = new LivePages({
    bus: { tell: () => undefined, ask: (() => answered) as never },
    config: { streamsMax: 10, streamsPerAccount: 10, streamsPerCaller: 10 } as never,
    control: null as never,
    outcomes: null as never,
    log: createLog("error", "test", () => undefined),
  });
  const listen = () => {
    const everything = {
      devices: new Set<string>(),
      sensors: new Set<string>(),
      values: new Set<string>(),
      kinds: new Set(liveEventKinds),
    };
    const filter = { accountId: 1, ...everything, mayReadValues: true, afterId: null, wasCutOff: false };
    const holder = { name: "user 1", tenantId: 1, expiresInMs: null, isStillAllowed: async () => true };
    return unwrap(pages.hub.subscribe(filter, holder));
  };
  return { pages, listen, answer: () => answer(undefined as never) };
}

const decoder = new TextDecoder();

test("lets a page open without the answer of a busy processor, and reloads it when the answer comes", async () => {
  const { pages, listen, answer } = open();
  await pages.hub.watch(1, new Set(liveEventKinds));
  const listener = listen();
  expect(decoder.decode((await listener.next()).value)).toStartWith("id: ");
  answer();
  expect(decoder.decode((await listener.next()).value)).toContain("event: reset");
  await pages.stop();
});

test("lets a page open as soon as the processor has answered, and does not reload it", async () => {
  const { pages, listen, answer } = open();
  answer();
  await pages.hub.watch(1, new Set(liveEventKinds));
  const listener = listen();
  await listener.next();
  const next = listener.next();
  await pages.stop();
  expect((await next).done).toBe(true);
});
