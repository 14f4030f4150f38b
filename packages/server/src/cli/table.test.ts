import { expect, test } from "bun:test";
import { formatBytes, formatFields, formatTable, shortTime } from "./table.ts";

test("aligns columns on the screen, whatever the width of the letters", () => {
  const rows = [
    ["a", "温度", "x"],
    ["bcd", "°C", ""],
  ];
  expect(formatTable(["N", "NAME", "END"], rows)).toBe("N    NAME  END\na    温度  x\nbcd  °C");
});

test("aligns the values of fields in one column", () => {
  expect(
    formatFields([
      ["A", "1"],
      ["Longer", ""],
    ]),
  ).toBe("A       1\nLonger");
});

test("shows times to the second in UTC, and never for a missing time", () => {
  expect(shortTime("2026-06-15T12:30:05.999000Z")).toBe("2026-06-15 12:30:05 UTC");
  expect(shortTime(null)).toBe("never");
});

test("shows sizes in a suitable unit", () => {
  const sizes = [0, 1023, 1024, 1536, 1024 ** 2, 5 * 1024 ** 3, 3000 * 1024 ** 4];
  expect(sizes.map(formatBytes)).toEqual([
    "0 bytes",
    "1023 bytes",
    "1.0 KiB",
    "1.5 KiB",
    "1.0 MiB",
    "5.0 GiB",
    "3000.0 TiB",
  ]);
});
