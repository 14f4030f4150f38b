/** The deletion of an account goes on after the server was killed in the middle of it, and touches nothing of another account. */
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { unwrap } from "@weir/protocol/result";
import type { Control } from "../../packages/server/src/control/control.ts";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { askDeletion } from "../../packages/server/src/manage/accounts/deletion/account-deletion.ts";
import { BrowserSession } from "../api/browser-session.ts";
import type { FilledAccount } from "../api/fill-account.ts";
import { fileWriter, rowsByHand } from "../api/fill-by-hand.ts";
import { countRows, fileTables, idsOfAccount, type TableReader } from "../harness/account-rows.ts";
import { postReadings, type Sender } from "../harness/post-readings.ts";
import { serverCounts } from "../harness/server-on-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";

setDefaultTimeout(240_000);

/** As many as take several steps in each stage of a deletion. */
const deviceCount = 130;
/** The first kills hit while devices are taken out and purged. */
const killsMax = 3;

test("ends a deletion although the server is killed in the middle, again and again, and deletes nothing else", async () => {
  await using weir = new WeirInstallation();
  const { dataDir } = weir;
  let server = await weir.start();
  const owner = await BrowserSession.setUp(weir);
  const office = await fill(weir, owner, "Office", 3);
  const north = await fill(weir, owner, "North", deviceCount);
  const settled = async () => (await serverCounts(dataDir))?.gap === 0;
  await waitUntil("everything is stored", settled, 60_000);
  await server.stop();
  using reader = closing(fileTables(dataDir));
  const northIds = await idsOfAccount(reader, north.id, [north.memberId]);
  const officeIds = await idsOfAccount(reader, office.id, []);
  const [sensorId] = northIds.get("control.sensors")!;
  const byHand = rowsByHand(north, sensorId!);
  for (const [table, row] of Object.entries(byHand)) await fileWriter(dataDir).insert(table, row);
  const before = await countRows(reader, northIds);
  expect(Object.keys(byHand).filter((table) => before.get(table) === 0)).toEqual([]);
  const officeBefore = [...(await countRows(reader, officeIds))];

  server = await weir.start();
  const control = controlOf(dataDir);
  unwrap(await askDeletion(control, { accountId: north.id, name: "North", days: 0 }));
  let kills = 0;
  for (let left = await sumOf(reader, northIds); kills < killsMax; kills++) {
    const isFurther = async () => isEnded(dataDir) || (await sumOf(reader, northIds)) < left;
    await waitUntil("the deletion has gone on", isFurther, 60_000);
    await server.killAll();
    left = await sumOf(reader, northIds);
    expireClaim(dataDir);
    server = await weir.start();
    if (isEnded(dataDir)) break;
    // Otherwise the server looks for deletions after a few seconds.
    await waitUntil("it is told to look", () => look(control, north.id), 30_000);
  }
  expect(kills).toBeGreaterThan(0);
  await waitUntil("the account is deleted", () => isEnded(dataDir), 60_000);
  await control.close();

  await waitUntil("everything is settled", settled, 60_000);
  const left = [...(await countRows(reader, northIds))].flatMap(([table, rows]) => (rows > 0 ? [table] : []));
  expect(left.toSorted()).toEqual(["control.account_deletions", "control.account_use", "control.audit_log"]);
  expect([...(await countRows(reader, officeIds))]).toEqual(officeBefore);
});

async function fill(
  weir: WeirInstallation,
  owner: BrowserSession,
  name: string,
  devices: number,
): Promise<FilledAccount> {
  owner.account = (await owner.call("POST", "/accounts", { name })).json.uuid;
  const made: Sender[] = [];
  for (let nth = 1; nth <= devices; nth++) {
    const sensors = [{ slug: "a" }, { slug: "b" }];
    made.push((await owner.call("POST", "./devices", { name: `Freezer ${nth}`, sensors })).json);
  }
  for (const device of made) {
    const data = [1, 2, 3].map((value) => ({ sensor_slug: "a", value }));
    expect((await postReadings(weir.url, device, { data, battery_voltage: 3 })).status).toBe(202);
  }
  using control = new Database(join(weir.dataDir, "control.db"));
  control.run("PRAGMA busy_timeout = 10000");
  const idOf = (table: string, uuid: string) =>
    (control.query(`SELECT id FROM ${table} WHERE uuid = ?`).get(uuid) as { id: number }).id;
  const id = idOf("accounts", owner.account);
  const { lastInsertRowid: memberId } = control
    .query(
      "INSERT INTO users (uuid, email, name, password_hash, password_changed_at, created_at) VALUES (?, ?, 'Bob', '', 0, 0)",
    )
    .run(crypto.randomUUID(), `${name.toLowerCase()}@example.org`);
  control
    .query("INSERT INTO memberships (account_id, user_id, role, created_at) VALUES (?, ?, 'viewer', 0)")
    .run(id, memberId);
  return {
    uuid: owner.account,
    name,
    id,
    memberId: Number(memberId),
    device: made[0]!,
    deviceId: idOf("devices", made[0]!.uuid),
    apiKey: "",
    shareToken: "",
  };
}

async function sumOf(reader: TableReader, ids: Parameters<typeof countRows>[1]): Promise<number> {
  return [...(await countRows(reader, ids)).values()].reduce((sum, rows) => sum + rows, 0);
}

function isEnded(dataDir: string): boolean {
  using control = new Database(join(dataDir, "control.db"), { readonly: true });
  return control.query("SELECT 1 FROM account_deletions WHERE ended_at IS NOT NULL").get() !== null;
}

/** As if the minute had passed for which the killed process had claimed the work. */
function expireClaim(dataDir: string): void {
  using control = new Database(join(dataDir, "control.db"));
  control.run("UPDATE account_deletions SET worker_until = 0");
}

function controlOf(dataDir: string): Control {
  return openSqliteControl(dataDir, {
    key: loadTokenKey(dataDir),
    announce: (changes) => announceChanges(dataDir, changes),
  });
}

async function look(control: Control, accountId: number): Promise<boolean> {
  return control.announce([{ kind: "account", accountId }]).then(
    () => true,
    () => false,
  );
}

function closing<Opened extends { close(): void }>(opened: Opened): Opened & Disposable {
  return { ...opened, [Symbol.dispose]: () => opened.close() };
}
