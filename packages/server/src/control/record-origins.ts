import { nodeNamesOf } from "./chains/chain-nodes.ts";
import type { ControlReader } from "./control.ts";
import { type NamedRow, namedRows } from "./named-rows.ts";

/** The device, sensor and chain of a record as people know them. Null for what was removed, or was never known. */
export interface RecordOrigin {
  readonly account: NamedRow | null;
  readonly device: NamedRow | null;
  readonly sensor: { readonly uuid: string; readonly slug: string; readonly type: string | null } | null;
  readonly chain: NamedRow | null;
  /** The node's name in the published version. Null also if it has no name. */
  readonly nodeName: string | null;
}

/** The ids in a record. */
interface OriginIds {
  readonly accountId: number | null;
  readonly deviceId?: number | null;
  readonly sensorId: number | null;
  readonly chainId: number | null;
  readonly nodeId?: string | null;
}

/** Adds the origin to each record with five queries, however many records there are. */
export async function withOrigins<Row extends OriginIds>(
  control: Pick<ControlReader, "db" | "dialect">,
  records: readonly Row[],
): Promise<(Row & { readonly origin: RecordOrigin })[]> {
  const accounts = await namedRows(
    control,
    "accounts",
    unique(records, ({ accountId }) => accountId),
  );
  const chains = await namedRows(
    control,
    "chains",
    unique(records, ({ chainId }) => chainId),
  );
  const nodeNames = await nodeNamesOf(control.db, records);
  const sensors = await sensorsOf(control, records);
  const deviceIdOf = ({ deviceId, sensorId }: Row) => deviceId ?? sensors.get(sensorId)?.deviceId ?? null;
  const devices = await namedRows(control, "devices", unique(records, deviceIdOf));
  return records.map((record) => {
    const sensor = sensors.get(record.sensorId);
    return {
      ...record,
      origin: {
        account: accounts.get(record.accountId) ?? null,
        device: devices.get(deviceIdOf(record)) ?? null,
        sensor: sensor === undefined ? null : { uuid: sensor.uuid, slug: sensor.slug, type: sensor.type },
        chain: chains.get(record.chainId) ?? null,
        nodeName: nodeNames.get(record.chainId)?.get(record.nodeId) ?? null,
      },
    };
  });
}

async function sensorsOf(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  records: readonly OriginIds[],
) {
  const ids = unique(records, ({ sensorId }) => sensorId);
  const rows = await db
    .selectFrom("sensors")
    .select(["id", "uuid", "slug", "type", "device_id as deviceId"])
    .where("id", "in", dialect.listed(ids))
    .execute();
  return new Map<number | null, (typeof rows)[number]>(rows.map((row) => [row.id, row]));
}

function unique<Row>(records: readonly Row[], idOf: (record: Row) => number | null): number[] {
  return [...new Set(records.map(idOf))].filter((id) => id !== null);
}
