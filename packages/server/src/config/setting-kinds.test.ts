import { expect, test } from "bun:test";
import { fail } from "@weir/protocol/result";
import { sites, tileTemplate } from "./page-kinds.ts";
import {
  byteSize,
  host,
  type Kind,
  key32Bytes,
  networks,
  oneOf,
  onOff,
  path,
  seconds,
  shown,
  wholeNumber,
  wholeNumberOrAuto,
} from "./setting-kinds.ts";

const folder = "/srv/weir";
const key = Uint8Array.from({ length: 32 }, (_, index) => index * 8);
const base64 = Buffer.from(key).toString("base64");

interface Sample {
  readonly kind: Kind<unknown>;
  /** Text with the value it stands for, in JSON. */
  readonly goodText: Record<string, unknown>;
  readonly badText: readonly string[];
  /** Values as TOML gives them. */
  readonly goodInFile: readonly unknown[];
  readonly badInFile: readonly unknown[];
}

const never = [null, {}, { port: 1 }, Temporal.PlainDate.from("1979-05-27")];
const samples: Record<string, Sample> = {
  "whole number": {
    kind: wholeNumber(1, 65_535),
    goodText: { "1": 1, "8080": 8080, "65535": 65_535 },
    badText: [
      "0",
      "65536",
      "-1",
      "+1",
      "1.5",
      "1e3",
      "0x10",
      "08",
      " 8",
      "8 ",
      "8\n",
      "1_000",
      "1,000",
      "eight",
      "NaN",
      "٣",
    ],
    goodInFile: [1, 65_535],
    badInFile: [0, 65_536, -1, 1.5, Number.NaN, Infinity, "8080", true, [8080]],
  },
  "whole number or auto": {
    kind: wholeNumberOrAuto(1, 64),
    goodText: { "1": 1, "64": 64, auto: "auto" },
    badText: ["0", "65", "1.5", "Auto", "automatic", " auto", ""],
    goodInFile: [1, 64, "auto"],
    badInFile: [0, 65, 1.5, "8", "none", true],
  },
  seconds: {
    kind: seconds(0, 86_400),
    goodText: { "0": 0, "0.25": 0.25, "60": 60, "86400": 86_400 },
    badText: ["-1", "86400.1", "1.", ".5", "60s", "1m", "1e2", "Infinity", "", " "],
    goodInFile: [0, 0.5, 86_400],
    badInFile: [-0.1, 86_401, Number.NaN, Infinity, "60", false, []],
  },
  "byte size": {
    kind: byteSize(1024, 1024 ** 3),
    goodText: { "1024": 1024, "1025": 1025, "64KiB": 65_536, "2MiB": 2_097_152, "1GiB": 1024 ** 3 },
    badText: [
      "1023",
      "2GiB",
      "1MB",
      "1mib",
      "1 MiB",
      "1.5MiB",
      "-1KiB",
      "0",
      "KiB",
      "1TiB",
      "999999999999999999999GiB",
    ],
    goodInFile: [1024, "64KiB", "2048"],
    badInFile: [1023, 1024.5, Number.NaN, "lots", true, ["1MiB"]],
  },
  "one of": {
    kind: oneOf(["queued", "stored"]),
    goodText: { queued: "queued", stored: "stored" },
    badText: ["Queued", "", "queued ", "both"],
    goodInFile: ["queued"],
    badInFile: [1, true, ["queued"]],
  },
  "on or off": {
    kind: onOff,
    goodText: { true: true, false: false },
    badText: ["1", "0", "yes", "no", "TRUE", "", "off"],
    goodInFile: [true, false],
    badInFile: ["true", 1, 0, [true]],
  },
  folder: {
    kind: path("dir"),
    goodText: {
      "./data": "/srv/weir/data",
      "../data": "/srv/data",
      "/var/lib/weir": "/var/lib/weir",
      "a b": "/srv/weir/a b",
    },
    badText: ["", "a\0b", "a\nb", "a\u009bb"],
    goodInFile: ["data"],
    badInFile: [1, true, ["data"]],
  },
  host: {
    kind: host,
    goodText: {
      "127.0.0.1": "127.0.0.1",
      "::": "::",
      "fe80::1%eth0": "fe80::1%eth0",
      localhost: "localhost",
      "a-1.example": "a-1.example",
    },
    badText: [
      "",
      "256.0.0.1",
      "1.2.3",
      "[::1]",
      "localhost:80",
      "http://a",
      "a_b",
      "-a",
      "a-",
      "a..b",
      "a.",
      "a b",
      "é",
      "fe80::1%\n",
    ],
    goodInFile: ["localhost"],
    badInFile: [1, true, ["localhost"]],
  },
  networks: {
    kind: networks,
    goodText: {
      "": [],
      "10.0.0.0/8": ["10.0.0.0/8"],
      "10.0.0.0/8, ::1 ,fd00::/8": ["10.0.0.0/8", "::1", "fd00::/8"],
    },
    badText: ["10.0.0.0/33", "10.1.2.3/8", "proxy.example", "10.0.0.1,", ",", "10.0.0.1;10.0.0.2"],
    goodInFile: [[], ["10.0.0.1", "::/0"]],
    badInFile: ["10.0.0.1", 10, [10], [["10.0.0.1"]], [null]],
  },
  sites: {
    kind: sites,
    goodText: {
      "": [],
      "a.example, *.b.example": ["a.example", "*.b.example"],
      "http://127.0.0.1:8080,https://c.example": ["http://127.0.0.1:8080", "https://c.example"],
    },
    // Each of these would add another rule to the policy, or allow every site.
    badText: ["*", "https:", "a.example;", "a.example script-src", "'self'", "a.example/path", "data:", ","],
    goodInFile: [[], ["a.example"]],
    badInFile: ["a.example", 1, [1], [null], ["a.example; script-src *"]],
  },
  tileTemplate: {
    kind: tileTemplate,
    goodText: {
      "https://a.example/{z}/{x}/{y}.png": "https://a.example/{z}/{x}/{y}.png",
      "http://127.0.0.1:8080/{z}/{y}/{x}?key=1": "http://127.0.0.1:8080/{z}/{y}/{x}?key=1",
    },
    badText: [
      "",
      "a.example/{z}/{x}/{y}",
      "https://a.example/{z}/{x}",
      "https://*/{z}/{x}/{y}",
      "https://{s}.a.example/{z}/{x}/{y}",
      "data:{z}{x}{y}",
    ],
    goodInFile: ["https://a.example/{z}/{x}/{y}"],
    badInFile: [1, ["https://a.example/{z}/{x}/{y}"]],
  },
  key: {
    kind: key32Bytes,
    goodText: {
      [base64]: key,
      [base64.slice(0, -1)]: key,
      [Buffer.from(key).toString("hex")]: key,
      ["FF".repeat(32)]: new Uint8Array(32).fill(255),
    },
    badText: [
      "",
      "secret",
      base64.slice(1),
      `${base64}A`,
      "f".repeat(63),
      "g".repeat(64),
      `${"f".repeat(64)}\n`,
    ],
    goodInFile: [],
    badInFile: [1, [base64]],
  },
};

for (const [name, { kind, goodText, badText, goodInFile, badInFile }] of Object.entries(samples)) {
  test.each(Object.entries(goodText))(`${name}: the text %p is %p`, (text, expected) => {
    const parsed = kind.parse(kind.fromText(text), folder);
    expect(parsed.ok).toBe(true);
    if (parsed.ok) expect(kind.toJson(parsed.value)).toEqual(expected);
  });

  test.each([...badText])(`${name}: the text %p is refused`, (text) => {
    expect(kind.parse(kind.fromText(text), folder).ok).toBe(false);
  });

  test(`${name}: checks values of the file by type and range`, () => {
    for (const value of goodInFile) expect([value, kind.parse(value, folder).ok]).toEqual([value, true]);
    for (const value of [...badInFile, ...never])
      expect([value, kind.parse(value, folder).ok]).toEqual([value, false]);
  });

  // A key is a secret: no form of it is ever printed.
  if (kind === key32Bytes) continue;
  test(`${name}: parses the printed form back to the same value`, () => {
    for (const text of Object.keys(goodText)) {
      const parsed = kind.parse(kind.fromText(text), folder);
      const printed = parsed.ok ? kind.format(parsed.value) : "nothing";
      expect(kind.parse(kind.fromText(printed), folder)).toEqual(parsed);
    }
  });
}

test("names each wrong entry of a list", () => {
  const parsed = networks.parse(networks.fromText("10.0.0.1,nonsense,::1,10.0.0.300"), folder);
  expect(parsed).toEqual(fail('holds "nonsense" and "10.0.0.300"'));
});

test("prints sizes in the largest unit that is exact", () => {
  const size = byteSize(0, 1024 ** 4);
  expect([0, 1000, 1024, 1536, 1024 ** 2, 3 * 1024 ** 3].map((bytes) => size.format(bytes))).toEqual([
    "0",
    "1000",
    "1KiB",
    "1536",
    "1MiB",
    "3GiB",
  ]);
});

test("prints a value that cannot break the line, control the terminal or run on", () => {
  expect(shown("a\nb\u001b[2J\u009b")).toBe('"a\\nb\\u001b[2J\uFFFD"');
  expect(shown("x".repeat(1000)).length).toBeLessThan(110);
  expect([shown(1.5), shown(Infinity), shown(true), shown([1]), shown({ a: 1 })]).toEqual([
    "1.5",
    "Infinity",
    "true",
    "a list",
    "a table",
  ]);
  expect(shown(Temporal.PlainDate.from("1979-05-27"))).toBe("1979-05-27");
});
