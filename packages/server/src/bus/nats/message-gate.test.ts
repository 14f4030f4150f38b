import { expect, test } from "bun:test";
import { createLog } from "../../platform/log.ts";
import type { ListedMember, MemberList } from "./membership.ts";
import { encodeMessage } from "./message-codec.ts";
import { MessageGate } from "./message-gate.ts";
import { MessageSigner, trailerBytes } from "./message-signer.ts";

const signer = new MessageSigner([new Uint8Array(32).fill(1)]);
const subject = "weir.bus.all";
const [one, other] = ["11", "22"];

function listOf(...members: readonly (readonly [channel: string, keyId: string | null])[]): MemberList {
  const listed = members.map(
    ([channel, keyId]): ListedMember => ({
      id: `${channel}-1`,
      role: "ingest",
      keyId,
      renewals: 1,
      isRevoked: false,
    }),
  );
  return { members: listed, readMs: performance.now() };
}

/** A message that says who sent it and which of the sender's it is. */
function messageOf(sender: string, number: number): Buffer {
  const message = encodeMessage(`${sender} ${number}`, trailerBytes);
  signer.sign(message, number, { sender, subject });
  return message;
}

function openGate() {
  const passed: string[] = [];
  const lines: string[] = [];
  const reads: PromiseWithResolvers<MemberList>[] = [];
  const gate = new MessageGate({
    signer,
    membership: {
      list() {
        const read = Promise.withResolvers<MemberList>();
        reads.push(read);
        return read.promise;
      },
    },
    log: createLog("warn", "test", (line) => void lines.push(line)),
    pass: (message) => void passed.push(message.toString("utf8", 5, 4 + message.readUInt32LE() - 1)),
  });
  const take = (sender: string, message: Buffer) => gate.take(message, { sender, subject });
  return { gate, take, passed, lines, reads };
}

test("lets signed messages of listed members through, each once and never an earlier one", () => {
  const { gate, take, passed, lines, reads } = openGate();
  gate.listed(listOf([one, "key"]), performance.now());
  for (const number of [1, 3, 3, 2, 1, 4]) take(one, messageOf(one, number));
  expect(passed).toEqual(["11 1", "11 3", "11 4"]);
  expect(lines.join("")).toContain("received before");
  expect(reads).toEqual([]);
});

test("ignores messages that nobody has signed, without reading the list for them, and warns once", () => {
  const { gate, take, passed, lines, reads } = openGate();
  gate.listed(listOf([one, "key"]), performance.now());
  for (let nth = 0; nth < 100; nth++) {
    take(one, encodeMessage("forged"));
    take(`stranger ${nth}`, encodeMessage("forged", trailerBytes));
    take(one, messageOf(other, nth));
  }
  expect([passed, reads]).toEqual([[], []]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("no member has signed");
});

test("keeps the messages of a new member in order until the list has it", async () => {
  const { gate, take, passed, reads } = openGate();
  take(one, messageOf(one, 1));
  expect(reads).toHaveLength(1);
  take(one, messageOf(one, 2));
  // This list was requested before the second message arrived.
  reads[0]!.resolve(listOf());
  while (reads.length < 2) await Bun.sleep(1);
  expect(passed).toEqual([]);
  take(one, messageOf(one, 3));
  // The member's own renewal may list it first.
  gate.listed(listOf([one, "key"]), performance.now());
  take(one, messageOf(one, 4));
  expect(passed).toEqual(["11 2", "11 3", "11 4"]);
});

test("drops the messages of a process that is not a member although it knows the key", async () => {
  const { take, passed, reads } = openGate();
  take(one, messageOf(one, 1));
  reads[0]!.resolve(listOf([other, "key"]));
  await reads[0]!.promise;
  await Bun.sleep(0);
  take(other, messageOf(other, 1));
  expect(passed).toEqual(["22 1"]);
});

test("lets unsigned messages through only from listed members of the version before, which have no key", () => {
  const { gate, take, passed } = openGate();
  take(other, encodeMessage("22 1"));
  gate.listed(listOf([one, "key"], [other, null]), performance.now());
  take(other, encodeMessage("22 2"));
  take(one, encodeMessage("11 1"));
  expect(passed).toEqual(["22 2"]);
});

test("remembers the numbers of a member that was missing from a list", () => {
  const { gate, take, passed } = openGate();
  gate.listed(listOf([one, "key"]), performance.now());
  take(one, messageOf(one, 5));
  gate.listed(listOf(), performance.now());
  gate.listed(listOf([one, "key"]), performance.now());
  take(one, messageOf(one, 5));
  take(one, messageOf(one, 6));
  expect(passed).toEqual(["11 5", "11 6"]);
});
