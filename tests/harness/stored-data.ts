import { Database } from "bun:sqlite";
import { join } from "node:path";
import { flushServer, serverCounts } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { type BlockReading, readBlocks } from "./stored-blocks.ts";
import { storedRowSql } from "./stored-row-sql.ts";
import { waitUntil } from "./wait-until.ts";

/** Instants are written with microseconds: `2026-06-15T12:00:00.000000Z`. */
export interface StoredReading {
  readonly at: string;
  readonly value: number;
  readonly receivedAt: string;
  /** The time the device sent, null where it sent none. */
  readonly deviceAt: string | null;
  /** JSON text. */
  readonly metadata: string | null;
}

interface StoredBattery {
  readonly receivedAt: string;
  readonly volts: number;
}

type ReadingRow = [
  at: bigint,
  value: number,
  received: bigint,
  device: bigint | null,
  metadata: string | null,
];

/** Reads what a running server has stored, straight from its files, with queries that the server has no part in. */
export class StoredData implements Disposable {
  readonly #dataDir: string;
  readonly #readings: Database;
  readonly #control: Database;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#readings = new Database(join(dataDir, "weir.db"), { readonly: true, safeIntegers: true });
    this.#control = new Database(join(dataDir, "control.db"), { readonly: true, safeIntegers: true });
  }

  /** Resolves when all that was accepted so far has been through its rule chain, and the device records are written. */
  async settle(): Promise<void> {
    await waitUntil("all accepted readings are settled", async () => {
      await flushServer(this.#dataDir);
      return (await serverCounts(this.#dataDir))?.gap === 0;
    });
  }

  /** In order of time, whether they lie in rows or in blocks. */
  readings(sensorUuid: string): StoredReading[] {
    const sensorId = this.#idOf("sensors", sensorUuid);
    const rows = this.#readings
      .query(`SELECT at_us, value, received_us, device_us, metadata FROM ${storedRowSql} WHERE sensor_id = ?`)
      .values(sensorId) as ReadingRow[];
    const inBlocks = readBlocks(this.#readings)
      .filter((reading) => BigInt(reading.sensorId) === sensorId)
      .map(toRow);
    return [...rows, ...inBlocks].sort(byTime).map(([atUs, value, receivedUs, deviceUs, metadata]) => ({
      at: instant(atUs),
      value,
      receivedAt: instant(receivedUs),
      deviceAt: deviceUs === null ? null : instant(deviceUs),
      metadata,
    }));
  }

  /** In order of arrival. */
  batteries(deviceUuid: string): StoredBattery[] {
    const rows = this.#readings
      .query("SELECT received_us, volts FROM battery_levels WHERE device_id = ? ORDER BY received_us")
      .values(this.#idOf("devices", deviceUuid)) as [bigint, number][];
    return rows.map(([receivedUs, volts]) => ({ receivedAt: instant(receivedUs), volts }));
  }

  lastConnected(deviceUuid: string): string | null {
    const row = this.#readings
      .query("SELECT last_connected_ms FROM connections WHERE device_id = ?")
      .values(this.#idOf("devices", deviceUuid))[0] as [bigint] | undefined;
    return row === undefined ? null : instant(row[0] * 1000n);
  }

  [Symbol.dispose](): void {
    this.#readings.close();
    this.#control.close();
  }

  #idOf(table: "devices" | "sensors", uuid: string): bigint {
    const row = this.#control.query(`SELECT id FROM ${table} WHERE uuid = ?`).values(uuid)[0];
    if (row === undefined) throw new Error(`There is no ${uuid} among the ${table}.`);
    return row[0] as bigint;
  }
}

function toRow({ atUs, value, receivedUs, deviceUs }: BlockReading): ReadingRow {
  return [BigInt(atUs), value, BigInt(receivedUs), deviceUs === null ? null : BigInt(deviceUs), null];
}

function byTime([leftUs, left]: ReadingRow, [rightUs, right]: ReadingRow): number {
  return Number(leftUs - rightUs) || left - right;
}

function instant(us: bigint): string {
  const toMillisecond = new Date(Number(us / 1000n)).toISOString().slice(0, -1);
  return `${toMillisecond}${String(us % 1000n).padStart(3, "0")}Z`;
}
