import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { createAccount } from "../../../manage/accounts/accounts.ts";
import { getChain } from "../../../manage/chains/chain-list.ts";
import { listVersions } from "../../../manage/chains/chain-versions.ts";
import { createChain } from "../../../manage/chains/chains.ts";
import {
  closeTestControls,
  codeOf,
  listDevices,
  makeDataDir,
  openTestControl,
  unwrap,
} from "../../../manage/test-control.ts";
import { migrate, openDatabase } from "../../../platform/sqlite/open-database.ts";
import { accountsOnPage } from "../../accounts/accounts.ts";
import { loadChains } from "../../chains/published-chains.ts";
import { controlMigrations } from "./control-migrations.ts";

afterAll(closeTestControls);

/** A file as the first release left it. */
function makeVersion1(): string {
  const dataDir = makeDataDir();
  const db = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
  migrate(db, "control.db", controlMigrations.slice(0, 1));
  db.transaction(() => {
    db.run("INSERT INTO accounts (uuid, name, created_at) VALUES ('a', 'Plant', 1)");
    db.run(
      "INSERT INTO chains (uuid, account_id, name, published_version, created_at) VALUES ('c', 1, 'Default', 1, 1)",
    );
    db.query("INSERT INTO chain_versions VALUES (1, 1, ?, 1)").run(JSON.stringify(defaultChain));
    db.run("UPDATE accounts SET default_chain_id = 1");
  })();
  db.close();
  return dataDir;
}

test("keeps the chains of a file of the first release, without a draft or a note", async () => {
  const { control } = openTestControl(makeVersion1());
  expect(await loadChains(control)).toMatchObject([{ uuid: "c", version: 1, definition: defaultChain }]);
  expect(unwrap(await getChain(control, "Default"))).toMatchObject({
    published: { version: 1 },
    draft: null,
    draftRevision: 0,
    use: { isDefault: true },
    warnings: [],
  });
  expect(unwrap(await listVersions(control, "Default"))).toMatchObject([
    { version: 1, note: "", isPublished: true },
  ]);
  expect(codeOf(await createChain(control, { accountId: 1, name: "Default" }))).toBe("chain_name_taken");
  expect((await createChain(control, { accountId: 1, name: "New" })).ok).toBeTrue();
});

test("lists devices of an older file with the numbers in their names in order", async () => {
  const dataDir = makeDataDir();
  const db = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
  migrate(db, "control.db", controlMigrations.slice(0, 7));
  db.run("INSERT INTO accounts (uuid, name, created_at) VALUES ('a', 'Plant', 1)");
  const insert =
    db.query(`INSERT INTO devices (uuid, account_id, name, description, enabled, contract, handling,
    token_hash, token_sealed, token_created_at, created_at)
    VALUES (?1, 1, ?1, '', 1, 'queued', 'strict', zeroblob(32), x'00', 1, 1)`);
  for (const name of ["Pump 10", "Pump 9", "pump 1"]) insert.run(name);
  db.close();
  const { control } = openTestControl(dataDir);
  const rows = await control.db.selectFrom("devices").select("name").orderBy("name_order").execute();
  expect(rows.map(({ name }) => name)).toEqual(["pump 1", "Pump 9", "Pump 10"]);
});

test("sets no expectation and no alarms for devices, groups and accounts of an older file", async () => {
  const dataDir = makeDataDir();
  const db = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
  migrate(db, "control.db", controlMigrations.slice(0, 16));
  db.run("INSERT INTO accounts (uuid, name, created_at) VALUES ('a', 'Plant', 1)");
  db.run("INSERT INTO device_groups (account_id, name) VALUES (1, 'Roof')");
  db.run(`INSERT INTO devices (uuid, account_id, group_id, name, description, enabled, contract, handling,
    token_hash, token_sealed, token_created_at, created_at)
    VALUES ('d', 1, 1, 'Pump', '', 1, 'queued', 'strict', zeroblob(32), x'00', 1, 1)`);
  db.close();
  const [device] = await listDevices(openTestControl(dataDir).control);
  const nothing = { expectedIntervalS: null, silenceAlarm: null };
  expect(device).toMatchObject({ ...nothing, expectations: { group: nothing, account: nothing } });
});

test("keeps the quarantine setting of devices of an older file", async () => {
  const dataDir = makeDataDir();
  const db = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
  migrate(db, "control.db", controlMigrations.slice(0, 13));
  db.run("INSERT INTO accounts (uuid, name, created_at) VALUES ('a', 'Plant', 1)");
  const insert =
    db.query(`INSERT INTO devices (uuid, account_id, name, description, enabled, contract, handling, quarantine,
    token_hash, token_sealed, token_created_at, created_at)
    VALUES (?1, 1, ?1, '', 1, 'queued', 'strict', ?2, zeroblob(32), x'00', 1, 1)`);
  insert.run("Kept", 1);
  insert.run("Not kept", 0);
  db.close();
  const devices = await listDevices(openTestControl(dataDir).control);
  expect(devices.map(({ name, quarantineMode }) => [name, quarantineMode])).toEqual([
    ["Kept", "on"],
    ["Not kept", "off"],
  ]);
});

test("names the objects of audit entries of an older file, including deleted ones", async () => {
  const dataDir = makeDataDir();
  const db = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
  const before = controlMigrations.findIndex(({ name }) => name === "names in the audit log");
  migrate(db, "control.db", controlMigrations.slice(0, before));
  const [there, gone, chain] = ["1", "2", "3"].map(
    (digit) => `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`,
  );
  db.run("INSERT INTO accounts (uuid, name, created_at) VALUES ('a', 'Plant', 1)");
  db.query(`INSERT INTO devices (uuid, account_id, name, description, enabled, contract, handling,
    token_hash, token_sealed, token_created_at, created_at)
    VALUES (?1, 1, 'Freezer 7', '', 1, 'queued', 'strict', zeroblob(32), x'00', 1, 1)`).run(there!);
  const insert =
    db.query(`INSERT INTO audit_log (account_id, happened_at, actor_kind, actor, action, subject_kind,
    subject, source, request_id, before, after) VALUES (1, 1, 'user', 'ada', ?1, ?2, ?3, '', '', ?4, ?5)`);
  insert.run("token.show", "device", there!, null, null);
  insert.run("device.update", "device", there!, '{"name":"Freezer 6"}', '{"name":"Freezer 6b"}');
  insert.run("chain.assign", "device", there!, null, '{"name":"Cold room"}');
  insert.run("token.show", "device", gone!, null, null);
  insert.run("device.delete", "device", gone!, '{"name":"Pump"}', null);
  insert.run("chain.draft.save", "chain", chain!, null, '{"revision":2}');
  insert.run("secret.set", "secret", "partner", null, null);
  insert.run("dead_letter.discard", "dead_letter", "12", null, null);
  db.close();
  const { control } = openTestControl(dataDir);
  const rows = await control.db
    .selectFrom("audit_log")
    .select("subject_name as name")
    .orderBy("id")
    .execute();
  expect(rows.map(({ name }) => name)).toEqual([
    "Freezer 7",
    "Freezer 6b",
    "Freezer 7",
    "Pump",
    "Pump",
    null,
    "partner",
    null,
  ]);
});

test("upgrades a file to the same tables as a new one", async () => {
  const schemaOf = async (dataDir: string) => {
    await openTestControl(dataDir).control.close();
    const db = new Database(join(dataDir, "control.db"), { readonly: true });
    const rows = db.query("SELECT name, sql FROM sqlite_master ORDER BY name").values();
    db.close();
    return rows;
  };
  expect(await schemaOf(makeVersion1())).toEqual(await schemaOf(makeDataDir()));
});

test("keeps the references between chains and their versions", async () => {
  const { dataDir } = openTestControl(makeVersion1());
  const change = (sql: string) => () => {
    const db = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
    try {
      db.run(sql);
    } finally {
      db.close();
    }
  };
  expect(change("UPDATE chains SET published_version = 7")).toThrow("FOREIGN KEY");
  expect(change("DELETE FROM chains")).toThrow("FOREIGN KEY");
  expect(change("UPDATE chains SET draft = 'no json'")).toThrow("CHECK");
  expect(change("INSERT INTO secrets VALUES (99, 'a', x'00', 1)")).toThrow("FOREIGN KEY");
});

test("keeps the ids of accounts of an older file and their references, and allows equal names", async () => {
  const dataDir = makeVersion1();
  const db = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
  db.run("INSERT INTO accounts (id, uuid, name, created_at) VALUES (7, 'gone', 'Gone', 1)");
  db.run("DELETE FROM accounts WHERE id = 7");
  db.close();
  const { control } = openTestControl(dataDir);
  expect(await accountsOnPage(control, { limit: 10 })).toMatchObject([{ id: 1, uuid: "a", name: "Plant" }]);
  // Ids are never given twice, also not that of an account that was deleted before.
  expect(unwrap(await createAccount(control, "Plant")).id).toBe(8);
  const checked = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
  expect(checked.query("PRAGMA foreign_key_check").all()).toEqual([]);
  expect(() => checked.run("DELETE FROM accounts WHERE id = 1")).toThrow("FOREIGN KEY");
  checked.close();
});

test("counts the texts of an older file, and gives them back when their rows are deleted", () => {
  using db = new Database(":memory:");
  const before = controlMigrations.findIndex(({ name }) => name === "bytes of all texts of control data");
  migrate(db, "control.db", controlMigrations.slice(0, before));
  db.run("INSERT INTO accounts (uuid, name, created_at) VALUES ('a', 'Plant', 1)");
  db.run(`INSERT INTO devices (uuid, account_id, name, name_order, description, enabled, contract, handling,
    token_hash, token_sealed, token_created_at, created_at, notes)
    VALUES ('d', 1, 'Freezer', '', 'über', 1, 'queued', 'strict', zeroblob(32), x'00', 1, 1, 'cold')`);
  db.run("INSERT INTO sensors (uuid, device_id, name, slug, created_at) VALUES ('s', 1, 'Air', 'air', 1)");
  const bytes = () => db.query<{ control_bytes: number }, []>("SELECT control_bytes FROM account_use").get();
  expect(bytes()).toEqual({ control_bytes: 0 });
  migrate(db, "control.db", controlMigrations);
  const emptyNotes = "[]{}".length;
  expect(bytes()).toEqual({
    control_bytes: 100 + Buffer.byteLength("Freezerübercold") + emptyNotes + 100 + "Airair".length,
  });
  for (const table of ["sensors", "devices"]) db.run(`DELETE FROM ${table}`);
  expect(bytes()).toEqual({ control_bytes: 0 });
});
