import { expect, test } from "bun:test";
import { decodeMessage, encodeMessage } from "./message-codec.ts";
import { MessageSigner, trailerBytes } from "./message-signer.ts";

const oldKey = new Uint8Array(32).fill(1);
const newKey = new Uint8Array(32).fill(2);
const way = { sender: "0123456789abcdef01234567", subject: "weir.bus.to.abcdef" };
const content = { kind: "tell", event: { values: new Float64Array([1.5, 2]) } };

function signed(number: number, ...keys: readonly Uint8Array[]): Buffer {
  const message = encodeMessage(content, trailerBytes);
  new MessageSigner(keys).sign(message, number, way);
  return message;
}

test("accepts what the holder of the key has signed, and returns the number of the message", () => {
  const signer = new MessageSigner([oldKey]);
  for (const number of [1, 2 ** 32 + 5, 2 ** 48 - 1])
    expect(signer.check(signed(number, oldKey), way)).toBe(number);
  // The version before reads it as well.
  expect(decodeMessage(signed(1, oldKey))).toEqual(content);
});

test("refuses a message if a bit of it, its sender or its receiver is another one", () => {
  const signer = new MessageSigner([oldKey]);
  const message = signed(7, oldKey);
  // The second signature is free unless two keys are in use.
  for (let at = 0; at < message.length - 32; at++) {
    const changed = Buffer.from(message);
    changed[at]! ^= 1;
    expect(signer.check(changed, way)).toBeNull();
  }
  expect(signer.check(message, { ...way, sender: "0123456789abcdef01234568" })).toBeNull();
  expect(signer.check(message, { ...way, subject: "weir.bus.to.abcdee" })).toBeNull();
  expect(signer.check(message, { ...way, subject: "weir.bus.all" })).toBeNull();
  expect(signer.check(message, { ...way, subject: "other.bus.to.abcdef" })).toBeNull();
  // Moving the border between subject and sender changes what is signed.
  expect(signer.check(message, { sender: `f\n${way.sender}`, subject: way.subject.slice(0, -1) })).toBeNull();
});

test("refuses messages without a signature or with that of another key", () => {
  const signer = new MessageSigner([oldKey]);
  expect(signer.check(signed(1, newKey), way)).toBeNull();
  expect(signer.check(encodeMessage(content), way)).toBeNull();
  expect(signer.check(encodeMessage(content, trailerBytes), way)).toBeNull();
  for (const bytes of [0, 1, trailerBytes - 1, trailerBytes])
    expect(signer.check(Buffer.alloc(bytes), way)).toBeNull();
});

test("members with the old key, with both keys and with the new key understand their neighbours during a rotation", () => {
  const [before, during, after] = [[oldKey], [newKey, oldKey], [newKey]];
  for (const keys of [before, during, after])
    for (const others of [before, during, after]) {
      const isUnderstood = new MessageSigner(others).check(signed(3, ...keys), way) === 3;
      const isSkipped = keys !== during && others !== during && keys !== others;
      expect(isUnderstood).toBe(!isSkipped);
    }
});
