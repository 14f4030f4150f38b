import { expect, test } from "bun:test";
import { claimCodeOf, claimCodeRandomLength, readClaimCode } from "./claim-code.ts";

const code = claimCodeOf(Array.from({ length: claimCodeRandomLength }, (_, index) => (index * 7 + 3) % 32));
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

test("has three groups without characters that look alike", () => {
  expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/);
});

test("is read in any case, with and without hyphens and spaces", () => {
  for (const text of [code, code.toLowerCase(), code.replaceAll("-", ""), ` ${code.replaceAll("-", " ")} `]) {
    expect(readClaimCode(text)).toBe(code);
  }
});

test("notices every wrong character", () => {
  for (let at = 0; at < code.length; at++) {
    if (code[at] === "-") continue;
    for (const other of alphabet) {
      if (other === code[at]) continue;
      expect(readClaimCode(code.slice(0, at) + other + code.slice(at + 1))).toBeNull();
    }
  }
});

test("notices every two characters that are swapped", () => {
  const plain = code.replaceAll("-", "");
  for (let a = 0; a < plain.length; a++) {
    for (let b = a + 1; b < plain.length; b++) {
      if (plain[a] === plain[b]) continue;
      const swapped = [...plain];
      [swapped[a], swapped[b]] = [swapped[b]!, swapped[a]!];
      expect(readClaimCode(swapped.join(""))).toBeNull();
    }
  }
});

test.each([
  "",
  "ABCD",
  `${code}2`,
  code.slice(1),
  code.replace(/^./, "0"),
  code.replace(/^./, "I"),
  "💧".repeat(6),
])("refuses %p", (text) => {
  expect(readClaimCode(text)).toBeNull();
});
