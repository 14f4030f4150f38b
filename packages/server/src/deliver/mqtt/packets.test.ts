import { expect, test } from "bun:test";
import { connectPacket, publishPacket } from "./packets.ts";

function hex(bytes: Buffer): string {
  return bytes.toString("hex");
}

test("writes a login as in the standard", () => {
  const bare = connectPacket({ clientId: "a", username: null, password: null, keepAliveS: 10 });
  expect(hex(bare)).toBe("100d00044d5154540402000a000161");
  const full = connectPacket({ clientId: "a", username: "u", password: "pw", keepAliveS: 10 });
  expect(hex(full)).toBe("101400044d51545404c2000a00016100017500027077");
});

test("writes a message with its flags, and with an id only if it will be acknowledged", () => {
  const fields = { topic: "a/b", payload: "x", packetId: 1 };
  expect(hex(publishPacket({ ...fields, qos: 0, retain: false }))).toBe("30060003612f6278");
  expect(hex(publishPacket({ ...fields, qos: 0, retain: true }))).toBe("31060003612f6278");
  expect(hex(publishPacket({ ...fields, qos: 1, retain: false }))).toBe("32080003612f62000178");
});

test.each([
  [0, "7f"],
  [1, "8001"],
  [16_383 - 127, "ff7f"],
  [16_384 - 127, "808001"],
])("writes lengths with seven bits per byte (%d more)", (more, length) => {
  const payload = "x".repeat(127 - 3 + more);
  const bytes = publishPacket({ topic: "t", payload, qos: 0, retain: false, packetId: 1 });
  expect(hex(bytes.subarray(1, 1 + length.length / 2))).toBe(length);
});
