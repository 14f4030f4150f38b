import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { accountFor } from "../../packages/server/src/manage/accounts/accounts.ts";
import { commitChange } from "../../packages/server/src/manage/core/commit-change.ts";
import { succeed } from "../../packages/server/src/manage/core/manage-error.ts";
import {
  insertTemplatedDevice,
  readyTemplate,
} from "../../packages/server/src/manage/devices/insert-templated-device.ts";
import type { WantedTemplate } from "../../packages/server/src/manage/templates/check-template.ts";
import { createTemplate, editTemplate } from "../../packages/server/src/manage/templates/templates.ts";
import { unwrap } from "../../packages/server/src/manage/test-control.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";

setDefaultTimeout(120_000);

const deviceCount = 1000;
/** A fast machine may be done before the server is killed. Then the next change is tried. */
const triesMax = 8;

const plain: Omit<WantedTemplate, "sensors"> = {
  name: "Freezer",
  description: "",
  board: null,
  tags: [],
  attributes: {},
  chain: null,
  contract: null,
  handling: "strict",
  expected_interval_s: 60,
  silence_alarm: null,
};
const sensorsOf = (version: number) =>
  Array.from({ length: version }, (_, nth) => ({
    slug: `s${nth + 1}`,
    chain: null,
    retention_days: "account" as const,
    unit: `v${version}`,
  }));

test("gives every device each change of its template once, although the server is killed in the middle", async () => {
  await using installation = new WeirInstallation();
  const { dataDir } = installation;
  let server = await installation.start();
  await using control = closing(
    openSqliteControl(dataDir, {
      key: loadTokenKey(dataDir),
      announce: (changes) => announceChanges(dataDir, changes),
    }),
  );
  const { id: accountId } = unwrap(await accountFor(control));
  const { uuid } = unwrap(await createTemplate(control, accountId, { ...plain, sensors: sensorsOf(1) }));
  const made = await commitChange(control, async (tx) => {
    const ready = unwrap(await readyTemplate(tx, accountId, uuid));
    for (let nth = 1; nth <= deviceCount; nth++) {
      const device = { accountId, name: `Freezer ${nth}`, defaultContract: "queued" } as const;
      unwrap(await insertTemplatedDevice(control, tx, ready, device));
    }
    return succeed({ value: null, audit: { nothingBecause: "a test" }, changes: [] });
  });
  unwrap(made);

  let version = 1;
  let behind = 0;
  while (behind === 0) {
    if (version > triesMax) throw new Error("The server was never killed in the middle.");
    version++;
    unwrap(await editTemplate(control, { accountId, uuid }, { sensors: sensorsOf(version) }, null));
    await waitUntil("some devices have the change", () => countBehind(dataDir, version) < deviceCount);
    await server.killAll();
    behind = countBehind(dataDir, version);
    if (behind === 0) server = await installation.start();
  }
  expect(statesOf(dataDir)).toEqual(
    [
      { version: version - 1, sensors: version - 1, units: `v${version - 1}`, devices: behind },
      { version, sensors: version, units: `v${version}`, devices: deviceCount - behind },
    ].filter(({ devices }) => devices > 0),
  );

  await installation.start();
  await waitUntil("all devices have the change", () => countBehind(dataDir, version) === 0);
  expect(statesOf(dataDir)).toEqual([
    { version, sensors: version, units: `v${version}`, devices: deviceCount },
  ]);
  const followed = followedDevices(dataDir, version);
  expect([followed.length, new Set(followed).size]).toEqual([deviceCount, deviceCount]);
});

function closing<C extends { close(): Promise<void> }>(control: C): C & AsyncDisposable {
  return { ...control, [Symbol.asyncDispose]: () => control.close() };
}

function countBehind(dataDir: string, version: number): number {
  using db = new Database(join(dataDir, "control.db"), { readonly: true });
  const sql = "SELECT count(*) AS count FROM devices WHERE template_version < ?";
  return (db.query(sql).get(version) as { count: number }).count;
}

/** How many devices are in which state. A device that got half of a change would be in a state of its own. */
function statesOf(dataDir: string): unknown[] {
  using db = new Database(join(dataDir, "control.db"), { readonly: true });
  return db
    .query(
      `SELECT version, sensors, units, count(*) AS devices FROM (
         SELECT template_version AS version, count(*) AS sensors, group_concat(DISTINCT unit) AS units
         FROM devices JOIN sensors ON sensors.device_id = devices.id GROUP BY devices.id)
       GROUP BY version, sensors, units ORDER BY version`,
    )
    .all();
}

/** The devices of all audit entries about the version. */
function followedDevices(dataDir: string, version: number): string[] {
  using db = new Database(join(dataDir, "control.db"), { readonly: true });
  const entries = db.query(`SELECT "after" FROM audit_log WHERE action = 'device.follow-template'`).all();
  return (entries as { after: string }[])
    .map(({ after }) => JSON.parse(after) as { version: number; devices: string[] })
    .flatMap((entry) => (entry.version === version ? entry.devices : []));
}
