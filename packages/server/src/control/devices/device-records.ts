import type { ContractName, Handling } from "@weir/protocol/contracts";
import type { ControlReader } from "../control.ts";

/** A device as ingest needs it. */
export interface DeviceRow {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly enabled: 0 | 1;
  readonly contract: ContractName;
  readonly handling: Handling;
  readonly quarantine: 0 | 1;
  readonly tokenHash: Uint8Array;
  readonly previousHash: Uint8Array | null;
  readonly previousExpiresAt: number | null;
  readonly previousUntilFirstUse: 0 | 1;
}

interface SensorOfDevice {
  readonly deviceId: number;
  readonly id: number;
  readonly uuid: string;
  readonly slug: string;
}

/**
 * Returns all devices with their sensors, or the requested ones that exist. Two scans in the order of ids and no join, because
 * this reads every device and sensor when the server starts. Sensors are read first: changes in between are announced and read
 * again.
 */
export async function readDeviceRows(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  deviceIds?: readonly number[],
): Promise<{ readonly devices: DeviceRow[]; readonly sensors: SensorOfDevice[] }> {
  const sensors = await db
    .selectFrom("sensors")
    .select(["device_id as deviceId", "id", "uuid", "slug"])
    .$if(deviceIds !== undefined, (query) => query.where("device_id", "in", dialect.listed(deviceIds!)))
    .$if(deviceIds === undefined, (query) => query.orderBy("id"))
    .execute();
  // An engine that is asked for some in the order of ids may look through all.
  if (deviceIds !== undefined) sensors.sort((one, other) => one.id - other.id);
  const devices = await db
    .selectFrom("devices")
    .select([
      "id",
      "uuid",
      "account_id as accountId",
      "enabled",
      "contract",
      "handling",
      "quarantine",
      "token_hash as tokenHash",
      "previous_token_hash as previousHash",
      "previous_token_expires_at as previousExpiresAt",
      "previous_token_until_first_use as previousUntilFirstUse",
    ])
    .$if(deviceIds !== undefined, (query) => query.where("id", "in", dialect.listed(deviceIds!)))
    .orderBy("id")
    .execute();
  return { devices, sensors };
}
