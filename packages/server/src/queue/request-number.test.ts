import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseRequestId, requestIdFormat } from "./request-number.ts";

test("reads an id back as the boot and the number it was written from", () => {
  const boots = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  const numbers = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(boots, numbers, (boot, number) => {
      expect(parseRequestId(requestIdFormat(boot)(number))).toEqual({ boot, number });
    }),
  );
});

test.each([
  "",
  "-",
  "00000000000a",
  "00000000000a-",
  "00000000000A-1",
  "00000000000a-Z",
  "00000000000a-01",
  "00000000000a-1 ",
  "00000000000a-1\n",
  "0000000000a-1",
  "0000000000000a-1",
  "00000000000a--1",
  "00000000000a-zzzzzzzzzzz",
  "00000000000a-1000000000000",
])("refuses %j as an id of a request", (text) => {
  expect(parseRequestId(text)).toBeNull();
});
