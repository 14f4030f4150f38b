import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  closeTestControls,
  makeAccount,
  makeDataDir,
  openTestControl,
  runTogether,
} from "../../manage/test-control.ts";
import { sliceMs, workInTurn } from "../../platform/give-way.ts";
import { NewerDatabaseError } from "../../platform/sqlite/open-database.ts";
import { accountsOnPage } from "../accounts/accounts.ts";
import { ControlDataUnavailableError } from "../control.ts";
import { openControlReader } from "./open-sqlite-control.ts";

afterAll(closeTestControls);

test("finds written data when the file is opened again", async () => {
  const { control, dataDir } = openTestControl();
  const account = await makeAccount(control);
  await control.close();
  expect(await accountsOnPage(openTestControl(dataDir).control, { limit: 10 })).toEqual([account]);
});

test("refuses a file of a newer Weir, for writing and for reading", async () => {
  const { control, dataDir } = openTestControl();
  await control.close();
  const raw = new Database(join(dataDir, "control.db"));
  raw.run("PRAGMA user_version = 1000");
  raw.close();
  expect(() => openTestControl(dataDir)).toThrow(NewerDatabaseError);
  expect(() => openControlReader(dataDir)).toThrow(NewerDatabaseError);
});

test("shows a reader committed data while the server is open, and lets it write nothing", async () => {
  const { control, dataDir } = openTestControl();
  const account = await makeAccount(control);
  const reader = openControlReader(dataDir);
  expect(await accountsOnPage(reader, { limit: 10 })).toEqual([account]);
  await expect(reader.db.deleteFrom("accounts").execute()).rejects.toThrow("readonly");
  await reader.close();
});

test("lets a reader work when nobody else has the file open", async () => {
  const { control, dataDir } = openTestControl();
  const account = await makeAccount(control);
  await control.close();
  const reader = openControlReader(dataDir);
  expect(await accountsOnPage(reader, { limit: 10 })).toEqual([account]);
  await reader.close();
});

test("lets a reader neither create nor upgrade the file", () => {
  const dataDir = makeDataDir();
  const path = join(dataDir, "control.db");
  expect(() => openControlReader(dataDir)).toThrow(ControlDataUnavailableError);
  expect(existsSync(path)).toBe(false);
  new Database(path, { create: true }).close();
  expect(() => openControlReader(dataDir)).toThrow("Start this Weir's server once");
});

test("creates one first account between processes that all need one", async () => {
  const { control, dataDir } = openTestControl();
  const script = `
    import { openSqliteControl } from "../control/sqlite/open-sqlite-control.ts";
    import { loadTokenKey } from "../control/sealing/token-key.ts";
    import { accountFor } from "./accounts/accounts.ts";
    const dataDir = ${JSON.stringify(dataDir)};
    const control = openSqliteControl(dataDir, { key: loadTokenKey(dataDir), announce: async () => {} });
    /* together */
    console.log((await accountFor(control)).value.uuid);
    await control.close();`;
  const uuids = await runTogether(script, 3);
  const accounts = await accountsOnPage(control, { limit: 10 });
  expect(accounts).toHaveLength(1);
  expect(uuids).toEqual(Array(3).fill(accounts[0]!.uuid));
});

test("a long request gives way between its queries, but not within a transaction", async () => {
  const { control } = openTestControl();
  let rests = 0;
  const rest = async () => void rests++;
  await workInTurn(rest, async () => {
    while (rests === 0) await accountsOnPage(control, { limit: 10 });
    await control.transact(async () => {
      rests = 0;
      const untilMs = performance.now() + 2 * sliceMs;
      while (performance.now() < untilMs) await accountsOnPage(control, { limit: 10 });
      expect(rests).toBe(0);
    });
  });
});
