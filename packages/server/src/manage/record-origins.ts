import type { ControlReader } from "./control-store.ts";

/** Whom a record is about, as people know them. Null for what was removed since, or was never known. */
export interface RecordOrigin {
  readonly account: NamedRow | null;
  readonly device: NamedRow | null;
  readonly sensor: { readonly uuid: string; readonly slug: string } | null;
  readonly chain: NamedRow | null;
}

export interface NamedRow {
  readonly uuid: string;
  readonly name: string;
}

/** What records hold of it. */
export interface OriginIds {
  readonly accountId: number | null;
  readonly deviceId?: number | null;
  readonly sensorId: number | null;
  readonly chainId: number | null;
}

/** Puts the origin beside each record; four queries, however many records there are. */
export function withOrigins<Row extends OriginIds>(
  control: ControlReader,
  records: readonly Row[],
): (Row & { readonly origin: RecordOrigin })[] {
  const accounts = named(control, "accounts", records, ({ accountId }) => accountId);
  const chains = named(control, "chains", records, ({ chainId }) => chainId);
  const sensors = loadSensors(control, records);
  const deviceIdOf = ({ deviceId, sensorId }: Row) => deviceId ?? sensors.get(sensorId)?.deviceId ?? null;
  const devices = named(control, "devices", records, deviceIdOf);
  return records.map((record) => {
    const sensor = sensors.get(record.sensorId);
    return {
      ...record,
      origin: {
        account: accounts.get(record.accountId) ?? null,
        device: devices.get(deviceIdOf(record)) ?? null,
        sensor: sensor === undefined ? null : { uuid: sensor.uuid, slug: sensor.slug },
        chain: chains.get(record.chainId) ?? null,
      },
    };
  });
}

function named<Row>(
  { database }: ControlReader,
  table: "accounts" | "chains" | "devices",
  records: readonly Row[],
  idOf: (record: Row) => number | null,
): Map<number | null, NamedRow> {
  const rows = database
    .query(`SELECT id, uuid, name FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`)
    .values(uniqueIds(records, idOf)) as [number, string, string][];
  return new Map(rows.map(([id, uuid, name]) => [id, { uuid, name }]));
}

interface SensorRow {
  readonly uuid: string;
  readonly slug: string;
  readonly deviceId: number;
}

function loadSensors(
  { database }: ControlReader,
  records: readonly OriginIds[],
): Map<number | null, SensorRow> {
  const rows = database
    .query("SELECT id, uuid, slug, device_id FROM sensors WHERE id IN (SELECT value FROM json_each(?))")
    .values(uniqueIds(records, ({ sensorId }) => sensorId)) as [number, string, string, number][];
  return new Map(rows.map(([id, uuid, slug, deviceId]) => [id, { uuid, slug, deviceId }]));
}

/** As JSON. A null among them finds nothing. */
function uniqueIds<Row>(records: readonly Row[], idOf: (record: Row) => number | null): string {
  return JSON.stringify([...new Set(records.map(idOf))]);
}
