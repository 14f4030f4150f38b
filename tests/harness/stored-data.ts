/** A stored reading. Instants have microseconds: `2026-06-15T12:00:00.000000Z`. */
export interface StoredReading {
  readonly at: string;
  readonly value: number;
  readonly receivedAt: string;
  /** The time that the device sent; null if it sent none. */
  readonly deviceAt: string | null;
  /** JSON text. */
  readonly metadata: string | null;
}

export interface StoredBattery {
  readonly receivedAt: string;
  readonly volts: number;
}

/** Reads what a running server has stored, with queries that share no code with the server. */
export interface StoredData {
  /** In order of time, from rows and blocks. */
  readings(sensorUuid: string): Promise<StoredReading[]>;
  /** In order of arrival. */
  batteries(deviceUuid: string): Promise<StoredBattery[]>;
  lastConnected(deviceUuid: string): Promise<string | null>;
}

/** A reading as in its row, with times in microseconds. */
export type StoredRow = [
  at: bigint,
  value: number,
  received: bigint,
  device: bigint | null,
  metadata: string | null,
];

export function inOrder(rows: readonly StoredRow[]): StoredReading[] {
  return rows.toSorted(byTime).map(([atUs, value, receivedUs, deviceUs, metadata]) => ({
    at: instant(atUs),
    value,
    receivedAt: instant(receivedUs),
    deviceAt: deviceUs === null ? null : instant(deviceUs),
    metadata,
  }));
}

function byTime([leftUs, left]: StoredRow, [rightUs, right]: StoredRow): number {
  return Number(leftUs - rightUs) || left - right;
}

export function instant(us: bigint): string {
  const toMillisecond = new Date(Number(us / 1000n)).toISOString().slice(0, -1);
  return `${toMillisecond}${String(us % 1000n).padStart(3, "0")}Z`;
}
