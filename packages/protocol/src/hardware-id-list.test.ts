import { expect, test } from "bun:test";
import { readHardwareIds } from "./hardware-id-list.ts";

test("reads the first column, without a heading, empty lines and repeats", () => {
  const text = 'hardware_id,box\r\n"SN-1",A\r\n\r\nA4:CF:12;B\nSN-1\nwith space,C\nSN-3\tD';
  expect(readHardwareIds(text)).toEqual(["SN-1", "A4:CF:12", "SN-3"]);
});

test("takes a first line that is no heading", () => {
  expect(readHardwareIds("SN-1\nSN-2")).toEqual(["SN-1", "SN-2"]);
});
