import { expect, test } from "bun:test";
import { createHash, createSecretKey, randomBytes } from "node:crypto";
import { generateToken, hashToken, issueToken, openToken, sealToken } from "./token.ts";
import type { TokenKey } from "./token-key.ts";

const makeKey = (): TokenKey => ({ secret: createSecretKey(randomBytes(32)), source: "a test" });
const key = makeKey();
const uuid = "7c1f3e0a-3b1d-4b52-9c58-0d6a4a7d9f10";

test("a token is wdt_ and 256 bits in base64url, and no two are alike", () => {
  const tokens = Array.from({ length: 100 }, generateToken);
  for (const token of tokens) expect(token).toMatch(/^wdt_[A-Za-z0-9_-]{43}$/);
  expect(new Set(tokens).size).toBe(100);
});

test("the hash of a token is its SHA-256", () => {
  expect(Buffer.from(hashToken("wdt_abc"))).toEqual(createHash("sha256").update("wdt_abc").digest());
});

test("a sealed token opens with its key for its device", () => {
  const { token, sealed } = issueToken(uuid, key);
  expect(openToken(sealed, uuid, key)).toBe(token);
});

test("sealing the same token twice gives different bytes", () => {
  expect(sealToken("wdt_abc", uuid, key)).not.toEqual(sealToken("wdt_abc", uuid, key));
});

test("a sealed token does not open with another key, for another device, or after a changed bit", () => {
  const { sealed } = issueToken(uuid, key);
  expect(openToken(sealed, uuid, makeKey())).toBeNull();
  expect(openToken(sealed, uuid.replace("7", "8"), key)).toBeNull();
  for (let index = 0; index < sealed.length; index++) {
    const changed = Uint8Array.from(sealed);
    changed[index]! ^= 1;
    expect(openToken(changed, uuid, key)).toBeNull();
  }
});

test("truncated sealed bytes do not open", () => {
  const { sealed } = issueToken(uuid, key);
  for (let length = 0; length < sealed.length; length++) {
    expect(openToken(sealed.subarray(0, length), uuid, key)).toBeNull();
  }
});
