import { describe, expect, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { FrameSocket } from "./frame-socket.ts";
import { Link, type LinkHandlers, LinkTimeoutError } from "./link.ts";

const silent: LinkHandlers = {
  answer: () => Promise.reject(new Error("Nothing is asked here.")),
  hear: () => undefined,
  closed: () => undefined,
};

test("answers every question, even if more answers wait than the link has room for", async () => {
  let isHeldUp = true;
  const large = Buffer.alloc(16 * 1024 * 1024);
  const toAsker = (piece: Buffer) => {
    if (isHeldUp) return 0;
    asker.frames.received(piece);
    return piece.length;
  };
  const toAnswerer = (piece: Buffer) => {
    answerer.frames.received(piece);
    return piece.length;
  };
  const over = (write: (piece: Buffer) => number) => (onMessage: (message: unknown) => void) =>
    new FrameSocket({ write: write as never, end: () => 0 }, onMessage);
  let given = 0;
  const answerer = new Link(over(toAsker), { ...silent, answer: async () => [++given, large] });
  const asker: Link = new Link(over(toAnswerer), silent);
  const asked = Array.from({ length: 7 }, () => asker.ask("question", 60_000));
  while (given < asked.length) await new Promise(setImmediate);
  isHeldUp = false;
  answerer.frames.drained();
  const answers = (await Promise.all(asked)) as [number, Uint8Array][];
  expect(answers.map(([nth]) => nth)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

describe("a peer that owes an answer", () => {
  /** Two ends of a link. What the asker sends arrives only while the answerer is not stuck. */
  function openPair(answer: LinkHandlers["answer"]) {
    const state = { isStuck: false, received: 0, unread: [] as Buffer[] };
    const receive = (piece: Buffer) => {
      state.received++;
      answerer.frames.received(piece);
    };
    const toAnswerer = (piece: Buffer) => {
      if (state.isStuck) state.unread.push(Buffer.from(piece));
      else receive(piece);
      return piece.length;
    };
    const toAsker = (piece: Buffer) => {
      asker.frames.received(piece);
      return piece.length;
    };
    const over = (write: (piece: Buffer) => number) => (onMessage: (message: unknown) => void) =>
      new FrameSocket({ write: write as never, end: () => 0 }, onMessage);
    const answerer = new Link(over(toAsker), { ...silent, answer });
    const asker: Link = new Link(over(toAnswerer), { ...silent, pulseMs: 2 });
    const goOn = () => {
      state.isStuck = false;
      for (const piece of state.unread.splice(0)) receive(piece);
    };
    return { state, asker, goOn };
  }

  test("is waited for as long as it gives signs of life", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { state, asker } = openPair(() => promise);
    const asked = asker.ask("question", 60_000);
    await waitUntil("it was asked for many signs of life", () => state.received > 5);
    resolve("answer");
    expect(await asked).toBe("answer");
  });

  test("is given up if it gives none, and asked again when something is heard of it", async () => {
    const { state, asker, goOn } = openPair(async (question) => question);
    state.isStuck = true;
    const lost = { status: "rejected" as const, reason: expect.any(LinkTimeoutError) };
    expect(await Promise.allSettled([asker.ask(1, 60_000), asker.ask(2, 60_000)])).toEqual([lost, lost]);
    await expect(asker.ask(3, 60_000)).rejects.toThrow(LinkTimeoutError);
    goOn();
    await waitUntil("its answers are heard", () =>
      asker.ask(4, 60_000).then(
        (answer) => answer === 4,
        () => false,
      ),
    );
  });
});
