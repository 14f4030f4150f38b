import { expect, test } from "bun:test";
import { FrameSocket } from "./frame-socket.ts";
import { Link, type LinkHandlers } from "./link.ts";

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
