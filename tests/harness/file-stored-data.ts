import { Database } from "bun:sqlite";
import { join } from "node:path";
import { type BlockReading, readBlocks } from "./stored-blocks.ts";
import {
  inOrder,
  instant,
  type StoredBattery,
  type StoredData,
  type StoredReading,
  type StoredRow,
} from "./stored-data.ts";
import { storedRowSql } from "./stored-row-sql.ts";

/** Reads straight from the files of a data folder. */
export class FileStoredData implements StoredData {
  readonly #readings: Database;
  readonly #control: Database;

  constructor(dataDir: string) {
    this.#readings = new Database(join(dataDir, "weir.db"), { readonly: true, safeIntegers: true });
    this.#control = new Database(join(dataDir, "control.db"), { readonly: true, safeIntegers: true });
  }

  async readings(sensorUuid: string): Promise<StoredReading[]> {
    const sensorId = this.#idOf("sensors", sensorUuid);
    const rows = this.#readings
      .query(`SELECT at_us, value, received_us, device_us, metadata FROM ${storedRowSql} WHERE sensor_id = ?`)
      .values(sensorId) as StoredRow[];
    const inBlocks = readBlocks(this.#readings)
      .filter((reading) => BigInt(reading.sensorId) === sensorId)
      .map(toRow);
    return inOrder([...rows, ...inBlocks]);
  }

  async batteries(deviceUuid: string): Promise<StoredBattery[]> {
    const rows = this.#readings
      .query("SELECT received_us, volts FROM battery_levels WHERE device_id = ? ORDER BY received_us")
      .values(this.#idOf("devices", deviceUuid)) as [bigint, number][];
    return rows.map(([receivedUs, volts]) => ({ receivedAt: instant(receivedUs), volts }));
  }

  async lastConnected(deviceUuid: string): Promise<string | null> {
    const row = this.#readings
      .query("SELECT last_connected_ms FROM connections WHERE device_id = ?")
      .values(this.#idOf("devices", deviceUuid))[0] as [bigint] | undefined;
    return row === undefined ? null : instant(row[0] * 1000n);
  }

  close(): void {
    this.#readings.close();
    this.#control.close();
  }

  #idOf(table: "devices" | "sensors", uuid: string): bigint {
    const row = this.#control.query(`SELECT id FROM ${table} WHERE uuid = ?`).values(uuid)[0];
    if (row === undefined) throw new Error(`There is no ${uuid} among the ${table}.`);
    return row[0] as bigint;
  }
}

export function toRow({ atUs, value, receivedUs, deviceUs }: BlockReading): StoredRow {
  return [BigInt(atUs), value, BigInt(receivedUs), deviceUs === null ? null : BigInt(deviceUs), null];
}
