import { expect, test } from "bun:test";
import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { generateToken, hashToken, issueToken, keyIdOf, openToken, sealToken } from "./token.ts";
import { loadTokenKey, type TokenKey } from "./token-key.ts";

const makeKey = (): TokenKey => loadTokenKey("", randomBytes(32));
const key = makeKey();
const uuid = "7c1f3e0a-3b1d-4b52-9c58-0d6a4a7d9f10";

test("creates tokens of wdt_ and 256 bits in base64url, no two alike", () => {
  const tokens = Array.from({ length: 100 }, generateToken);
  for (const token of tokens) expect(token).toMatch(/^wdt_[A-Za-z0-9_-]{43}$/);
  expect(new Set(tokens).size).toBe(100);
});

test("hashes a token with SHA-256", () => {
  expect(Buffer.from(hashToken("wdt_abc"))).toEqual(createHash("sha256").update("wdt_abc").digest());
});

test("opens a sealed token with its key for its device", () => {
  const { token, sealed } = issueToken(uuid, key);
  expect(openToken(sealed, uuid, key)).toBe(token);
});

test("seals the same token to different bytes each time", () => {
  expect(sealToken("wdt_abc", uuid, key)).not.toEqual(sealToken("wdt_abc", uuid, key));
});

test("does not open a sealed token with another key, for another device, or after a changed bit", () => {
  const { sealed } = issueToken(uuid, key);
  expect(openToken(sealed, uuid, makeKey())).toBeNull();
  expect(openToken(sealed, uuid.replace("7", "8"), key)).toBeNull();
  for (let index = 0; index < sealed.length; index++) {
    const changed = Uint8Array.from(sealed);
    changed[index]! ^= 1;
    expect(openToken(changed, uuid, key)).toBeNull();
  }
});

test("does not open truncated sealed bytes", () => {
  const { sealed } = issueToken(uuid, key);
  for (let length = 0; length < sealed.length; length++) {
    expect(openToken(sealed.subarray(0, length), uuid, key)).toBeNull();
  }
});

test("names the sealing key in sealed bytes", () => {
  expect(keyIdOf(issueToken(uuid, key).sealed)).toEqual(key.current.id);
  expect(key.current.id).not.toEqual(makeKey().current.id);
});

test("opens a token that an older version sealed without a key id", () => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key.current.secret, nonce);
  cipher.setAAD(Buffer.from(uuid));
  const text = Buffer.concat([cipher.update("wdt_old"), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
  expect(keyIdOf(sealed)).toBeNull();
  expect(openToken(sealed, uuid, key)).toBe("wdt_old");
});

test("opens with the previous key what it sealed", () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const { token, sealed } = issueToken(uuid, loadTokenKey("", old));
  expect(openToken(sealed, uuid, loadTokenKey("", fresh, old))).toBe(token);
  expect(openToken(sealed, uuid, loadTokenKey("", fresh))).toBeNull();
});
