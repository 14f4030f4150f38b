import { describe, expect, test } from "bun:test";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { giveWay, waitOutsideTurn } from "../../platform/give-way.ts";
import { bodyInTurns } from "./body-in-turns.ts";
import { requestOwner } from "./request-owner.ts";
import {
  bodyBytesPerAccountMax,
  RequestTurns,
  requestsPerAccountMax,
  requestsPerCallerMax,
} from "./request-turns.ts";
import type { TurnOwner } from "./work-turns.ts";

const viewer: TurnOwner = { name: "account 1", caller: "person viewer@example.org" };
const editor: TurnOwner = { name: "account 1", caller: "person editor@example.org" };
const stranger: TurnOwner = { name: "account 2", caller: "person other@example.org" };

/** Requests that are answered when told to. */
function openRequests(turns: RequestTurns) {
  const ended = Promise.withResolvers<void>();
  const ask = (owner: TurnOwner, bodyBytes = 0) => turns.answer(owner, bodyBytes, () => ended.promise);
  return { ask, end: ended.resolve };
}

test("does somebody else's work after one piece of work, however many others wait", async () => {
  const turns = new RequestTurns();
  const done: string[] = [];
  const work = (name: string) => async () => void done.push(name);
  const many = Array.from({ length: 64 }, () => turns.take(viewer, work("viewer")));
  await turns.take(stranger, work("stranger"));
  await turns.take(editor, work("editor"));
  expect(done.indexOf("stranger")).toBeLessThanOrEqual(2);
  expect(done.indexOf("editor")).toBeLessThanOrEqual(5);
  await Promise.all(many);
});

test("does somebody else's work in the middle of a request that takes long, and goes on with it before the next", async () => {
  const turns = new RequestTurns();
  const done: string[] = [];
  const longOf = (name: string) => async () => {
    for (const part of [1, 2, 3]) {
      done.push(`${name} ${part}`);
      await giveWay();
    }
  };
  const long = [turns.take(viewer, longOf("first")), turns.take(viewer, longOf("second"))];
  await turns.take(stranger, async () => void done.push("stranger"));
  await Promise.all(long);
  expect(done.indexOf("stranger")).toBeLessThanOrEqual(2);
  expect(done.filter((one) => one !== "stranger")).toEqual(
    ["first", "second"].flatMap((name) => [1, 2, 3].map((part) => `${name} ${part}`)),
  );
});

test("passes on what was made for a caller before it begins the caller's next requests", async () => {
  const turns = new RequestTurns();
  const done: string[] = [];
  const many = Array.from({ length: 8 }, () => turns.take(viewer, async () => void done.push("request")));
  await turns.take(viewer, async () => void done.push("piece"), true);
  await Promise.all(many);
  expect(done.indexOf("piece")).toBeLessThanOrEqual(2);
});

test("callers who are not signed in take turns together, whatever their addresses", async () => {
  const turns = new RequestTurns();
  const unknown = { caller: null, account: null, sharingTenantId: null };
  let done = 0;
  const many = Array.from({ length: 64 }, (_, nth) =>
    turns.take(requestOwner({ ...unknown, source: `192.0.2.${nth}` })!, async () => void done++),
  );
  await turns.take(viewer, async () => expect(done).toBeLessThanOrEqual(2));
  await Promise.all(many);
});

describe("requests that wait for another thread", () => {
  test("keep no turn, so others of the caller are answered meanwhile", async () => {
    const turns = new RequestTurns();
    const { promise, resolve } = Promise.withResolvers<string>();
    const waiting = Array.from({ length: 8 }, () => turns.take(viewer, () => waitOutsideTurn(() => promise)));
    await turns.take(viewer, async () => undefined);
    resolve("checked");
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => "checked"));
  });

  test("are not charged for what is done meanwhile", async () => {
    const clock = new ManualClock("2026-06-01T12:00:00.000Z");
    const turns = new RequestTurns(clock, clock);
    await turns.take(stranger, async () => clock.advanceMs(1));
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = turns.take(viewer, () => waitOutsideTurn(() => promise));
    await turns.take(stranger, async () => clock.advanceMs(4000));
    resolve();
    await waiting;
    await turns.take(viewer, async () => undefined);
  });

  test("fail as what they waited for does", async () => {
    const turns = new RequestTurns();
    const failing = turns.take(viewer, () => waitOutsideTurn(() => Promise.reject(new Error("No."))));
    expect(await failing.catch((error: Error) => error.message)).toBe("No.");
    await turns.take(viewer, async () => undefined);
  });
});

describe("refuses requests past a number that waits or is under way", () => {
  test.each([
    ["of one caller", [viewer], requestsPerCallerMax, "You have 100 requests under way, which is the limit."],
    [
      "of one account",
      Array.from({ length: 5 }, (_, nth) => ({ ...viewer, caller: `person ${nth}` })),
      requestsPerAccountMax,
      "The account has 400 requests under way, which is the limit.",
    ],
  ])("%s, and nobody else's", async (_, callers, max, detail) => {
    const turns = new RequestTurns();
    const { ask, end } = openRequests(turns);
    const open = Array.from({ length: max }, (_, nth) => ask(callers[nth % callers.length]!));
    expect(await ask(callers[0]!)).toEqual({
      refused: {
        status: 429,
        code: "too_many_requests",
        detail: `${detail} Try again in 1 s.`,
        headers: { "Retry-After": "1" },
      },
    });
    const other = ask(stranger);
    end();
    expect(await other).toEqual({ answer: undefined });
    expect(await Promise.all(open)).toEqual(open.map(() => ({ answer: undefined })));
  });

  test("with bodies that take up the memory of the account", async () => {
    const turns = new RequestTurns();
    const { ask, end } = openRequests(turns);
    const first = ask(viewer, bodyBytesPerAccountMax);
    expect(await ask(editor, 1)).toMatchObject({ refused: { status: 429 } });
    const other = ask(stranger, 1);
    end();
    expect(await first).toEqual({ answer: undefined });
    expect(await other).toEqual({ answer: undefined });
    expect(await ask(editor, 1)).toEqual({ answer: undefined });
  });
});

describe("an account that takes long", () => {
  const slow = (clock: ManualClock, ms: number) => async () => clock.advanceMs(ms);

  test("pauses while others ask for something", async () => {
    const clock = new ManualClock("2026-06-01T12:00:00.000Z");
    const turns = new RequestTurns(clock, clock);
    await turns.take(stranger, slow(clock, 1));
    await turns.take(viewer, slow(clock, 4000));
    let hasBegun = false;
    const next = turns.take(viewer, async () => {
      hasBegun = true;
    });
    await turns.take(stranger, slow(clock, 1));
    expect(hasBegun).toBe(false);
    clock.advanceMs(1000);
    await turns.take(stranger, slow(clock, 1));
    await next;
    expect(hasBegun).toBe(true);
  });

  test("is refused when it owes more than the time of a minute", async () => {
    const clock = new ManualClock("2026-06-01T12:00:00.000Z");
    const turns = new RequestTurns(clock, clock);
    const ended = Promise.withResolvers<void>();
    const open = Array.from({ length: 8 }, (_, nth) =>
      turns.take({ ...viewer, caller: `person ${nth}` }, () => ended.promise),
    );
    for (let second = 0; second < 50; second++) {
      clock.advanceMs(1000);
      await turns.take(stranger, async () => undefined);
    }
    ended.resolve();
    await Promise.all(open);
    const refused = { status: 429, code: "too_many_requests", headers: { "Retry-After": "38" } };
    expect(await turns.answer(viewer, 0, async () => "answered")).toMatchObject({ refused });
    expect(await turns.answer(stranger, 0, async () => "answered")).toEqual({ answer: "answered" });
  });

  test("need not pause while nobody else is there", async () => {
    const clock = new ManualClock("2026-06-01T12:00:00.000Z");
    const turns = new RequestTurns(clock, clock);
    await turns.take(stranger, slow(clock, 1));
    clock.advanceMs(10_000);
    for (let nth = 0; nth < 20; nth++) await turns.take(viewer, slow(clock, 4000));
    expect(await turns.answer(viewer, 0, async () => "answered")).toEqual({ answer: "answered" });
  });
});

test("makes each piece of a long answer in a turn of its own, and ends the answer when its client leaves", async () => {
  const turns = new RequestTurns();
  const done: string[] = [];
  let isReleased = false;
  const long = {
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          done.push("piece");
          yield new Uint8Array(1);
        }
      } finally {
        isReleased = true;
      }
    },
  };
  const body = bodyInTurns(long, turns, viewer) as AsyncIterable<Uint8Array>;
  let pieces = 0;
  const others: Promise<unknown>[] = [];
  for await (const _ of body) {
    others.push(turns.take(stranger, async () => done.push("stranger")));
    if (++pieces === 3) break;
  }
  await Promise.all(others);
  expect(done).toEqual(["piece", "stranger", "piece", "stranger", "piece", "stranger"]);
  expect(isReleased).toBe(true);
});
