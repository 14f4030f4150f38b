import { afterAll, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { closeTestControls, makeDataDir, runTogether } from "../../manage/test-control.ts";
import { TokenKeyError } from "./key-file.ts";
import { givenTokenKey, loadTokenKey } from "./token-key.ts";

afterAll(closeTestControls);

test("creates token.key for its owner only at the first load, and reads it later", () => {
  const dataDir = makeDataDir();
  const created = loadTokenKey(dataDir);
  expect(statSync(join(dataDir, "token.key")).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(["token.key"]);
  expect(loadTokenKey(dataDir).current.secret.equals(created.current.secret)).toBe(true);
});

test("uses the same key in two processes that start together", async () => {
  const dataDir = makeDataDir();
  const script = `
    import { givenTokenKey, loadTokenKey } from "../control/sealing/token-key.ts";
    /* together */
    console.log(loadTokenKey(${JSON.stringify(dataDir)}).current.secret.export().toString("hex"));`;
  const keys = await runTogether(script, 2);
  const stored = readFileSync(join(dataDir, "token.key")).toString("hex");
  expect(keys).toEqual([stored, stored]);
  expect(readdirSync(dataDir)).toEqual(["token.key"]);
});

test("uses a key from the environment without creating a file", () => {
  const dataDir = makeDataDir();
  const bytes = new Uint8Array(32).fill(7);
  expect(loadTokenKey(dataDir, bytes).current.secret.export()).toEqual(Buffer.from(bytes));
  expect(existsSync(join(dataDir, "token.key"))).toBe(false);
});

test("uses the given key in a cluster, and names the missing setting if there is none", () => {
  const bytes = new Uint8Array(32).fill(7);
  const key = givenTokenKey(bytes, new Uint8Array(32).fill(8));
  expect([key.current, key.previous!].map(({ secret }) => secret.export()[0])).toEqual([7, 8]);
  expect(key.files).toBeNull();
  expect(() => givenTokenKey(null)).toThrow("A cluster needs WEIR_TOKEN_KEY");
  expect(() => givenTokenKey(new Uint8Array(31))).toThrow("from the environment has 31 bytes");
});

test("refuses a key that is not 32 bytes long", () => {
  const dataDir = makeDataDir();
  expect(() => loadTokenKey(dataDir, new Uint8Array(31))).toThrow("from the environment has 31 bytes");
  writeFileSync(join(dataDir, "token.key"), new Uint8Array(33), { mode: 0o600 });
  expect(() => loadTokenKey(dataDir)).toThrow("from token.key has 33 bytes");
});

test.each(["640", "604", "660", "620"])("refuses a key file with mode %s and leaves it alone", (mode) => {
  const dataDir = makeDataDir();
  const path = join(dataDir, "token.key");
  writeFileSync(path, new Uint8Array(32));
  chmodSync(path, mode);
  expect(() => loadTokenKey(dataDir)).toThrow(TokenKeyError);
  expect(() => loadTokenKey(dataDir)).toThrow(`chmod 600 ${path}`);
  expect(readFileSync(path)).toEqual(Buffer.alloc(32));
});

test("names a data folder that does not exist", () => {
  const missing = join(makeDataDir(), "missing");
  expect(() => loadTokenKey(missing)).toThrow(`Check that Weir may write to ${missing}`);
});

test("does not reveal a key when it is printed or serialised", () => {
  const key = loadTokenKey(makeDataDir(), new Uint8Array(32).fill(0x61));
  const shown = inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key);
  expect(shown).not.toContain("aaaa");
  expect(shown).not.toContain("97");
});
