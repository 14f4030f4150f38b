import { expect, test } from "bun:test";
import { Assembly, MessageTooLargeError, messageBytesMax, splitMessage } from "./split-message.ts";

const sender = "00112233445566778899aabb";
const other = "ffffffffffffffffffffffff";

function pieces(text: string, number: number, from = sender): Buffer[] {
  return splitMessage(Buffer.from(text), { sender: from, number, bytesMax: 24 + 4 });
}

function taken(assembly: Assembly, all: readonly Buffer[]): string[] {
  return all.flatMap((piece) => assembly.take(piece)?.message.toString() ?? []);
}

test("puts a message together again from pieces that are small enough", () => {
  const split = pieces("abcdefghij", 1);
  expect(split.map(({ length }) => length)).toEqual([28, 28, 26]);
  expect(taken(new Assembly(), split)).toEqual(["abcdefghij"]);
  expect(taken(new Assembly(), pieces("", 1))).toEqual([""]);
});

test("does not mix pieces of several senders", () => {
  const [one, two] = [pieces("abcdefgh", 1), pieces("ABCDEFGH", 1, other)];
  const assembly = new Assembly();
  expect(taken(assembly, [one[0]!, two[0]!, two[1]!, one[1]!])).toEqual(["ABCDEFGH", "abcdefgh"]);
});

test("loses a message that lacks a piece, and delivers the next one", () => {
  const [one, two] = [pieces("abcdefghijkl", 1), pieces("mnopqrst", 2)];
  expect(taken(new Assembly(), [one[0]!, one[2]!, ...two])).toEqual(["mnopqrst"]);
  expect(taken(new Assembly(), [one[1]!, one[2]!, ...two])).toEqual(["mnopqrst"]);
  expect(taken(new Assembly(), [one[0]!, one[1]!, two[1]!])).toEqual([]);
});

test("refuses a message past the limit", () => {
  const options = { sender, number: 1, bytesMax: 1024 * 1024 };
  expect(() => splitMessage(Buffer.alloc(messageBytesMax + 1), options)).toThrow(MessageTooLargeError);
});

test("ignores bytes that are not a piece", () => {
  expect(new Assembly().take(new Uint8Array(3))).toBeNull();
});

test("keeps few incomplete messages of unknown senders, and those of known ones whatever strangers send", () => {
  const assembly = new Assembly((one) => one === sender);
  const begun = pieces("abcdefgh", 1);
  assembly.take(begun[0]!);
  const strangers = Array.from({ length: 100 }, (_, nth) => nth.toString(16).padStart(24, "0"));
  const split = strangers.map((stranger) => pieces("ABCDEFGH", 1, stranger));
  for (const [first] of split) assembly.take(first!);
  const completed = split.map(([, last]) => assembly.take(last!)?.sender).filter((one) => one !== undefined);
  expect(completed).toEqual(strangers.slice(-4));
  expect(taken(assembly, [begun[1]!])).toEqual(["abcdefgh"]);
});
