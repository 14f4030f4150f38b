import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { weir as runWeir } from "../cli/weir-command.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { LiveSocket } from "./live-socket.ts";
import { serveAccountHere, startWithOwner } from "./serve-owner.ts";

// Starts a server and commands, which takes a while on a busy machine.
setDefaultTimeout(60_000);

test("tells open pages of the account once about a deleted device", async () => {
  const { owner, weir } = await serveAccountHere();
  const made = await owner.call("POST", "./api-keys", {
    name: "Page",
    scopes: ["readings:read", "devices:read"],
  });
  const createDevice = async (name: string): Promise<string> =>
    (await owner.call("POST", "./devices", { name })).json.uuid;
  const [boiler, pump, kept] = [
    await createDevice("Boiler"),
    await createDevice("Pump"),
    await createDevice("Kept"),
  ];
  const open = (query: string) =>
    LiveSocket.open({ url: weir.url, account: owner.account, key: made.json.key, query });
  using page = await open("?kinds=deletion");
  using pageOfKept = await open(`?devices=${kept}`);

  expect((await owner.call("DELETE", `./devices/${boiler}`)).status).toBe(204);
  expect(await runWeir(["device", "delete", pump, "--yes", "--data", weir.dataDir])).toMatchObject({
    code: 0,
  });
  expect((await owner.call("DELETE", `./devices/${kept}`)).status).toBe(204);
  await waitUntil("the last is told", () => pageOfKept.events.length > 0);
  const told = ({ events }: LiveSocket) => events.map(({ event, data }) => [event, data.device]);
  expect(told(pageOfKept)).toEqual([["deletion", kept]]);
  await waitUntil("all are told", () => page.events.length >= 3);
  expect(told(page)).toEqual([boiler, pump, kept].map((device) => ["deletion", device]));
});

test("deletes the battery history of a device with the device", async () => {
  await using weir = new WeirInstallation();
  const { server, owner } = await startWithOwner(weir);
  const sensors = [{ slug: "temperature", name: "Temperature" }];
  const created = await owner.call("POST", "./devices", { name: "Boiler", sensors });
  const { uuid } = created.json;
  const data = [{ sensor_slug: "temperature", value: 1 }];
  const sent = await postReadings(weir.url, created.json, { data, battery_voltage: 3.7 });
  expect(sent.status).toBe(202);
  const levels = () => {
    using store = new Database(join(weir.dataDir, "weir.db"), { readonly: true });
    return store.query("SELECT volts FROM battery_levels").values().flat();
  };
  await waitUntil("the level is stored", () => levels().length > 0);
  expect(levels()).toEqual([3.7]);
  expect((await owner.call("DELETE", `./devices/${uuid}`)).status).toBe(204);
  // A running server looks for old data once a minute, and a starting one at once.
  await server.stop();
  await weir.start();
  await waitUntil("the level is deleted", () => levels().length === 0);
});

/** Tables whose rows outlive the device or sensor they name, and why. */
const outliving: Readonly<Record<string, string>> = {
  dead_letters: "stay until they are discarded or crowded out: they tell what a chain failed at",
  node_errors: "one for each node, until its next error",
  outbox: "messages that were sent or wait to be; pruned by age",
  removed_sensors: "tells the processor whose readings to delete",
  sensor_statistics: "counts without values; pruned by age",
};

/** The number of rows about the device or the sensor in every table that could have some. */
function rowsAbout(file: string, deviceId: number, sensorId: number): Record<string, number> {
  using db = new Database(file, { readonly: true });
  const counts = tablesOf(db).map(({ name, keys }) => {
    const [column] = keys;
    const id = column === "device_id" ? deviceId : sensorId;
    const { rows } = db
      .query<{ rows: number }, [number]>(`SELECT count(*) AS rows FROM "${name}" WHERE ${column} = ?`)
      .get(id)!;
    return [name, rows] as const;
  });
  return Object.fromEntries(counts);
}

function tablesOf(db: Database) {
  const names = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return names.flatMap(({ name }) => {
    const columns = db
      .query<{ name: string; type: string; notnull: number; dflt_value: string | null }, []>(
        `SELECT name, type, "notnull", dflt_value FROM pragma_table_info('${name}')`,
      )
      .all();
    const keys = ["device_id", "sensor_id"].filter((key) => columns.some((column) => column.name === key));
    return keys.length === 0 || name in outliving ? [] : [{ name, columns, keys }];
  });
}

/** Writes a row about the device into each table that has none, so that every table has something to delete. */
function fillTables(file: string, deviceId: number, sensorId: number): void {
  using db = new Database(file);
  const rows = rowsAbout(file, deviceId, sensorId);
  for (const { name, columns } of tablesOf(db)) {
    if (rows[name] !== 0) continue;
    const given = columns.filter((column) => column.notnull === 1 && column.dflt_value === null);
    const ids: Record<string, number> = { device_id: deviceId, sensor_id: sensorId };
    const values = given.map((column) => ids[column.name] ?? sample(column));
    const places = given.map(() => "?").join();
    db.query(`INSERT INTO "${name}" (${given.map((column) => column.name).join()}) VALUES (${places})`).run(
      ...values,
    );
  }
  // A staged row belongs to a part.
  if (file.endsWith("weir.db"))
    db.run("INSERT OR IGNORE INTO staged_parts (part, first_us, last_us) VALUES (1, 1, 1)");
}

function sample({
  name,
  type,
}: {
  readonly name: string;
  readonly type: string;
}): string | number | Uint8Array {
  if (name === "severity") return "info";
  return { TEXT: "x", BLOB: new Uint8Array(1) }[type] ?? 1;
}

test("leaves nothing about a deleted device in any table, except what is listed with a reason", async () => {
  await using weir = new WeirInstallation();
  const { owner, ...first } = await startWithOwner(weir);
  let { server } = first;
  const made = await owner.call("POST", "./devices", { name: "Boiler", sensors: [{ slug: "temperature" }] });
  const { uuid, token } = made.json;
  const data = Array.from({ length: 500 }, (_, n) => ({
    sensor_slug: "temperature",
    value: n,
    timestamp: `2026-01-01T00:00:00.${String(n).padStart(3, "0")}Z`,
  }));
  const sent = await postReadings(
    weir.url,
    { uuid, token },
    {
      // Many readings of one sensor make a block, and one with metadata makes a row.
      data: [...data, { ...data[0], value: -1, note: "x" }],
      battery_voltage: 3.7,
    },
  );
  expect(sent.status).toBe(202);
  const written = new Database(join(weir.dataDir, "weir.db"), { readonly: true });
  await waitUntil("the readings are stored", () => written.query("SELECT 1 FROM blocks").get() !== null);
  written.close();
  await server.stop();
  const [control, store] = ["control.db", "weir.db"].map((name) => join(weir.dataDir, name)) as [
    string,
    string,
  ];
  const { deviceId, sensorId } = idsOf(control, uuid);
  fillTables(store, deviceId, sensorId);
  const before = rowsAbout(store, deviceId, sensorId);
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
  expect(Object.keys(before)).toContain("connections");

  server = await weir.start();
  expect((await owner.call("DELETE", `./devices/${uuid}`)).status).toBe(204);
  await server.stop();
  await weir.start();
  const left = () =>
    [store, control].flatMap((file) =>
      Object.entries(rowsAbout(file, deviceId, sensorId)).flatMap(([name, rows]) =>
        rows === 0 ? [] : [name],
      ),
    );
  await waitUntil("all rows are gone", () => left().length === 0, 20_000).catch(() => undefined);
  expect(left()).toEqual([]);
});

function idsOf(file: string, uuid: string): { readonly deviceId: number; readonly sensorId: number } {
  using control = new Database(file, { readonly: true });
  return control
    .query<{ deviceId: number; sensorId: number }, [string]>(
      `SELECT devices.id AS deviceId, sensors.id AS sensorId FROM devices
       JOIN sensors ON sensors.device_id = devices.id WHERE devices.uuid = ?`,
    )
    .get(uuid)!;
}
