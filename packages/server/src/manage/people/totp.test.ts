import { expect, test } from "bun:test";
import { encodeBase32 } from "./base32.ts";
import { generateSeed, matchStep, otpauthUri, stepAt, totpCode } from "./totp.ts";

const rfcSeed = Buffer.from("12345678901234567890");

test.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
])("computes the code of RFC 6238 at second %d", (second, code) => {
  expect(totpCode(rfcSeed, stepAt(second * 1000), 8)).toBe(code);
  expect(totpCode(rfcSeed, stepAt(second * 1000))).toBe(code.slice(2));
});

test("accepts a code one step early or late, but not two", () => {
  const nowMs = 1_780_000_000_000;
  const now = stepAt(nowMs);
  for (const step of [now - 1, now, now + 1]) {
    expect(matchStep(rfcSeed, totpCode(rfcSeed, step), nowMs, 0)).toBe(step);
  }
  for (const step of [now - 2, now + 2]) {
    expect(matchStep(rfcSeed, totpCode(rfcSeed, step), nowMs, 0)).toBeNull();
  }
});

test("accepts no code of a used step or an earlier one", () => {
  const nowMs = 1_780_000_000_000;
  const now = stepAt(nowMs);
  expect(matchStep(rfcSeed, totpCode(rfcSeed, now), nowMs, now)).toBeNull();
  expect(matchStep(rfcSeed, totpCode(rfcSeed, now - 1), nowMs, now)).toBeNull();
  expect(matchStep(rfcSeed, totpCode(rfcSeed, now + 1), nowMs, now)).toBe(now + 1);
});

test.each(["", "12345", "1234567", "12345a", "１２３４５６"])("refuses %p as a code", (code) => {
  expect(matchStep(rfcSeed, code, 0, -10)).toBeNull();
});

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("encodes %p in base 32 as in RFC 4648", (text, encoded) => {
  expect(encodeBase32(Buffer.from(text))).toBe(encoded);
});

test("gives an authenticator everything it needs", () => {
  const seed = generateSeed();
  expect(seed).toHaveLength(20);
  const uri = new URL(otpauthUri(seed, "ada+x@example.org"));
  expect(uri.href).toStartWith("otpauth://totp/Weir:ada%2Bx%40example.org?");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: encodeBase32(seed),
    issuer: "Weir",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
