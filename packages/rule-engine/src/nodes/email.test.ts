import { describe, expect, test } from "bun:test";
import { problemsOfNode, runNode } from "../testing/run-node.ts";

const to = "ops@example.com";

function sent(config: Record<string, unknown>, metadata: Record<string, unknown> = {}) {
  const [result] = runNode("email", { to, ...config }, [{ value: 21.5, metadata }]);
  expect(result).toMatchObject({ output: "queued", value: 21.5, metadata, reason: null });
  const [effect] = result!.effects;
  if (effect?.kind !== "message" || effect.message.kind !== "mail") throw new Error("No mail was sent.");
  expect(effect.nodeId).toBe("node");
  return effect.message;
}

test("names the value, the sensor and the time by default", () => {
  expect(sent({})).toEqual({
    kind: "mail",
    to: [to],
    subject: "Temperature of Boiler room: 21.5 °C",
    text: "Temperature of Boiler room was 21.5 °C at 2026-01-05T12:00:00.000000Z.\n",
  });
});

test.each([
  [{ to: "a@example.com,b@example.com" }, { to: ["a@example.com", "b@example.com"] }],
  [{ to: " a@example.com , b@example.com " }, { to: ["a@example.com", "b@example.com"] }],
  [{ to: "a@example.com,a@example.com" }, { to: ["a@example.com"] }],
  [{ to: "root@localhost" }, { to: ["root@localhost"] }],
  [
    { subject: "{{value}}", text: "{{metadata.room}}\r\n\ttwo lines" },
    { subject: "21.5", text: "attic\r\n\ttwo lines" },
  ],
  [{ subject: "{{metadata.hostile}}" }, { subject: "x  Bcc: all@example.com" }],
  [{ text: "{{metadata.hostile}}" }, { text: "x  Bcc: all@example.com" }],
  [
    { subject: "{{metadata.none}}", text: "{{metadata.none}}" },
    { subject: "", text: "" },
  ],
])("%j sends %j", (config, message) => {
  expect(sent(config, { room: "attic", hostile: "x\r\nBcc: all@example.com" })).toMatchObject(message);
});

test("sends every reading: the first, late ones, those of equal times and of other sensors", () => {
  const samples = [
    { value: 1, at: 100 },
    { value: 2, at: 100 },
    { value: 3, at: 5 },
    { value: 4, sensorId: 8 },
  ];
  const results = runNode("email", { to, subject: "{{value}}" }, samples);
  const subjects = results.flatMap(({ effects }) =>
    effects.map(
      (effect) => effect.kind === "message" && effect.message.kind === "mail" && effect.message.subject,
    ),
  );
  expect(subjects).toEqual(["1", "2", "3", "4"]);
});

test("cuts a text to 8 KiB", () => {
  const { text } = sent({ text: "{{metadata.long}}".repeat(400) }, { long: "x".repeat(4000) });
  expect(new TextEncoder().encode(text)).toHaveLength(8192);
});

describe("refused settings", () => {
  test.each([
    [{ to: undefined }, "to: is required"],
    [{ to: "" }, "to: must not be empty"],
    [{ to: [to] }, "to: must be text"],
    [
      { to: Array.from({ length: 11 }, (_, i) => `a${i}@example.com`).join(",") },
      "to: must have at most 10 addresses, not 11",
    ],
    [{ subject: "" }, "subject: must not be empty"],
    [{ subject: 5 }, "subject: must be text"],
    [
      { subject: "a\r\nBcc: b@example.com" },
      "subject: must not contain line breaks or other control characters",
    ],
    [{ subject: "s".repeat(201) }, "subject: must be at most 200 characters long"],
    [{ subject: "{{" }, 'subject: has a "{{" without "}}"'],
    [{ text: "" }, "text: must not be empty"],
    [{ text: 5 }, "text: must be text"],
    [{ text: "t".repeat(8001) }, "text: must be at most 8000 characters long"],
    [{ text: "{{value" }, 'text: has a "{{" without "}}"'],
    [{ cc: to }, "cc: is unknown; expected one of to, subject, text"],
  ])("%j", (config, problem) => {
    expect(problemsOfNode("email", { to, ...config })).toEqual([`Node "node", ${problem}`]);
  });

  test.each([
    "example.com",
    "@example.com",
    "a@",
    "a@b@c",
    "a b@example.com",
    "a@exa mple.com",
    "a@-b.com",
    "a@b-.com",
    "a@b..com",
    "a@.com",
    ".a@example.com",
    "a.@example.com",
    "a..b@example.com",
    '"a b"@example.com',

    "Ops <ops@example.com>",
    "ä@example.com",
    "a@bücher.example",
    "a@example.com\r\nBcc: x@y.z",
    "a;b@example.com",
    "a@[127.0.0.1]",
    "a@example.com.",
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(64)}.com`,
    `a@${"b.".repeat(126)}com`,
  ])("the address %j", (address) => {
    expect(problemsOfNode("email", { to: `${to},${address}` })).toEqual([
      `Node "node", to: contains "${address}", which is not an email address`,
    ]);
  });

  test.each([`${to},`, `,${to}`, `${to},,${to}`, ","])("an empty place in %j", (list) => {
    expect(problemsOfNode("email", { to: list })).toEqual([
      'Node "node", to: contains "", which is not an email address',
    ]);
  });

  test("none with ten unusual addresses", () => {
    const addresses = [
      "a+b@example.com",
      "a.b@example.com",
      "o'neil@example.com",
      "a_b-c@sub.example.com",
      "1@2.de",

      "A@EXAMPLE.COM",
      "x@xn--bcher-kva.example",
      "!#$%&*@example.com",
      "a@b",
      `${"a".repeat(64)}@example.com`,
    ];
    expect(problemsOfNode("email", { to: addresses.join(", ") })).toEqual([]);
  });
});
