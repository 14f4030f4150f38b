import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail, succeed } from "@weir/protocol/result";
import { readConfigFile } from "./config-file.ts";

const root = mkdtempSync(join(tmpdir(), "weir-config-file-"));
afterAll(() => rmSync(root, { recursive: true }));

let folders = 0;
function folderWith(content: string | Uint8Array | null): string {
  const folder = join(root, String(++folders));
  mkdirSync(folder);
  if (content !== null) writeFileSync(join(folder, "weir.toml"), content);
  return folder;
}

function problemOf(content: string | Uint8Array): string {
  const read = readConfigFile(folderWith(content), null);
  if (read.ok) throw new Error("the file was read without a problem");
  return read.error;
}

test("reads weir.toml in the working directory if it exists", () => {
  const folder = folderWith("\uFEFFport = 1\r\ntrusted_proxies = [\n  '::1', # this machine\n]\n");
  const values = { port: 1, trusted_proxies: ["::1"] };
  expect(readConfigFile(folder, null)).toEqual(succeed({ name: "weir.toml", folder, values }));
  const empty = folderWith(null);
  expect(readConfigFile(empty, null)).toEqual(succeed({ name: "weir.toml", folder: empty, values: {} }));
});

test("reads the requested file instead of weir.toml, and names it as it was given", () => {
  const folder = folderWith("port = 1");
  mkdirSync(join(folder, "etc"));
  writeFileSync(join(folder, "etc/other.toml"), "port = 2");
  const file = { name: "etc/other.toml", folder: join(folder, "etc"), values: { port: 2 } };
  expect(readConfigFile(folder, { path: "etc/other.toml", requestedBy: "--config" })).toEqual(succeed(file));
});

test.each(["missing.toml", "weir.toml/inside", "missing/weir.toml"])(
  "requires a requested file to exist: %s",
  (path) => {
    const read = readConfigFile(folderWith("port = 1"), { path, requestedBy: "WEIR_CONFIG" });
    expect(read).toEqual(fail(`WEIR_CONFIG "${path}": the file does not exist.`));
  },
);

test("refuses a folder as a file", () => {
  const read = readConfigFile(folderWith(null), { path: ".", requestedBy: "--config" });
  expect(read).toEqual(fail('--config ".": this must be a file.'));
});

test("refuses a file that is too large or not UTF-8", () => {
  expect(problemOf("#".repeat(65_537))).toBe(
    "weir.toml: the file must be at most 65536 bytes long, but has 65537.",
  );
  expect(problemOf(Uint8Array.of(0x61, 0x3d, 0x22, 0xff, 0x22))).toBe(
    "weir.toml: the file must be UTF-8 text.",
  );
});

test.each([
  ["port =", 1, "Missing value after '='"],
  ["# a comment\n\nport = 1\nhost = \n", 4, "Missing value after '='; values must be on the same line"],
  ["port = 1\r\nport 2\r\nhost = 'a'", 2, "Expected '=' after a key but found '2'"],
  [
    "port = 1\ntrusted_proxies = [\n  '::1'\n  '::2'\n]\nhost = 'a'",
    2,
    "Expected ',' or ']' in an array but found '''",
  ],
  ["a = '''\nport =\n'''\nport =\n", 4, "Missing value after '='; values must be on the same line"],
  ['port = 1\nhost = "a\n', 2, "Unterminated string; newlines must be escaped in basic strings"],
  ["port = 08", 1, "Leading zeros are not allowed in numbers"],
  ["body_bytes_max = 2MiB", 1, "Unexpected character after a value: 'M'"],
])("names the line of a syntax error: %j", (content, line, reason) => {
  expect(problemOf(content)).toBe(`weir.toml, line ${line}: not valid TOML. ${reason}.`);
});

test("names a key that is given twice, although its line is unknown", () => {
  expect(problemOf("port = 1\nhost = 'a'\nport = 2")).toBe(
    "weir.toml: not valid TOML. Cannot redefine key 'port'.",
  );
});

test("reports endless nesting as a problem instead of crashing", () => {
  expect(problemOf(`port = ${"[".repeat(60_000)}`)).toStartWith("weir.toml, line 1: not valid TOML. ");
});

test("does not repeat the text of the file in a syntax error, because it may be a secret", () => {
  for (const statement of [
    "token_key = hunter2",
    'token_key = hunter2 # "x"',
    "hunter2",
    "token_key = 'hunter2",
    "[hunter2",
  ]) {
    expect(problemOf(statement)).not.toContain("hunter2");
  }
});
