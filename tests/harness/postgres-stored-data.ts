import { toRow } from "./file-stored-data.ts";
import { type BlockRow, takeBlocksApart } from "./stored-blocks.ts";
import {
  inOrder,
  instant,
  type StoredBattery,
  type StoredData,
  type StoredReading,
  type StoredRow,
} from "./stored-data.ts";

/** Reads straight from the tables of a cluster. */
export class PostgresStoredData implements StoredData {
  readonly #sql: Bun.SQL;

  constructor(sql: Bun.SQL) {
    this.#sql = sql;
  }

  async readings(sensorUuid: string): Promise<StoredReading[]> {
    const rows: string[][] = await this.#sql`
      SELECT at_us::text, value, received_us::text, device_us::text, metadata FROM weir_store.readings
      WHERE sensor_id = (SELECT id FROM weir_control.sensors WHERE uuid = ${sensorUuid})`.values();
    const blocks: BlockRow[] = await this.#sql`
      SELECT sensor_id, first_us, last_us, readings, data FROM weir_store.blocks
      WHERE sensor_id = (SELECT id FROM weir_control.sensors WHERE uuid = ${sensorUuid})`.values();
    const toStored = ([at, value, received, device, metadata]: (string | null)[]): StoredRow => [
      ...([BigInt(at!), Number(value), BigInt(received!)] as const),
      ...([device === null ? null : BigInt(device!), metadata ?? null] as const),
    ];
    return inOrder([...rows.map(toStored), ...takeBlocksApart(blocks).map(toRow)]);
  }

  async batteries(deviceUuid: string): Promise<StoredBattery[]> {
    const rows: { received: string; volts: number }[] = await this.#sql`
      SELECT received_us::text AS received, volts FROM weir_store.battery_levels
      WHERE device_id = (SELECT id FROM weir_control.devices WHERE uuid = ${deviceUuid}) ORDER BY received_us`;
    return rows.map(({ received, volts }) => ({ receivedAt: instant(BigInt(received)), volts }));
  }

  async lastConnected(deviceUuid: string): Promise<string | null> {
    const rows: { ms: string }[] = await this.#sql`
      SELECT last_connected_ms::text AS ms FROM weir_store.connections
      WHERE device_id = (SELECT id FROM weir_control.devices WHERE uuid = ${deviceUuid})`;
    return rows[0] === undefined ? null : instant(BigInt(rows[0].ms) * 1000n);
  }
}
