import type { ControlReader } from "../control/control-store.ts";

/** Whom a record is about, as people know them. Null for what was removed since, or was never known. */
export interface RecordOrigin {
  readonly account: NamedRow | null;
  readonly device: NamedRow | null;
  readonly sensor: { readonly uuid: string; readonly slug: string } | null;
  readonly chain: NamedRow | null;
  /** As the node is called in the published version. Null also where it was given no name. */
  readonly nodeName: string | null;
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
  readonly nodeId?: string | null;
}

/** Puts the origin beside each record; five queries, however many records there are. */
export function withOrigins<Row extends OriginIds>(
  control: ControlReader,
  records: readonly Row[],
): (Row & { readonly origin: RecordOrigin })[] {
  const accounts = named(control, "accounts", records, ({ accountId }) => accountId);
  const chains = named(control, "chains", records, ({ chainId }) => chainId);
  const nodeNames = loadNodeNames(control, records);
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
        nodeName: nodeNames.get(record.chainId)?.get(record.nodeId) ?? null,
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
    .values(unique(records, idOf)) as [number, string, string][];
  return new Map(rows.map(([id, uuid, name]) => [id, { uuid, name }]));
}

/** By chain and node. Only of nodes that are asked for: a chain may have many. */
function loadNodeNames(
  { database }: ControlReader,
  records: readonly OriginIds[],
): Map<number | null, Map<string | null | undefined, string>> {
  const rows = database
    .query(
      `SELECT chains.id, node.value ->> 'id', node.value ->> 'name'
       FROM chains
       JOIN chain_versions ON chain_id = chains.id AND version = published_version
       JOIN json_each(definition, '$.nodes') AS node
       WHERE chains.id IN (SELECT value FROM json_each(?))
         AND node.value ->> 'id' IN (SELECT value FROM json_each(?))
         AND node.value ->> 'name' <> ''`,
    )
    .values(
      unique(records, ({ chainId }) => chainId),
      unique(records, ({ nodeId }) => nodeId ?? null),
    ) as [number, string, string][];
  const names = new Map<number | null, Map<string | null | undefined, string>>();
  for (const [chainId, nodeId, name] of rows) {
    const ofChain = names.get(chainId) ?? new Map();
    names.set(chainId, ofChain.set(nodeId, name));
  }
  return names;
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
    .values(unique(records, ({ sensorId }) => sensorId)) as [number, string, string, number][];
  return new Map(rows.map(([id, uuid, slug, deviceId]) => [id, { uuid, slug, deviceId }]));
}

/** As JSON. A null among them finds nothing. */
function unique<Row>(records: readonly Row[], idOf: (record: Row) => number | string | null): string {
  return JSON.stringify([...new Set(records.map(idOf))]);
}
