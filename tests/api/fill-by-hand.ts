import { Database } from "bun:sqlite";
import { join } from "node:path";
import { FrameWriter } from "../../packages/server/src/queue/frame-writer.ts";
import type { FilledAccount } from "./fill-account.ts";

type Row = Readonly<Record<string, string | number | Uint8Array>>;

/** Writes rows with statements that share no code with the server. Tables are named like `control.devices`. */
export interface RowWriter {
  insert(table: string, row: Row): Promise<void>;
}

export function fileWriter(dataDir: string): RowWriter {
  return {
    async insert(table, row) {
      const [part, name] = table.split(".") as ["control" | "store", string];
      using file = new Database(join(dataDir, { control: "control.db", store: "weir.db" }[part]));
      file.run("PRAGMA busy_timeout = 10000");
      file.query(insertion(name, row, () => "?")).run(...Object.values(row));
    },
  };
}

export function postgresWriter(sql: Bun.SQL): RowWriter {
  return {
    async insert(table, row) {
      await sql.unsafe(
        insertion(`weir_${table}`, row, (nth) => `$${nth}`),
        Object.values(row),
      );
    },
  };
}

/** The tables that only a mail server, a large fleet or a busy server would fill, with a row of the account for each. */
export function rowsByHand(
  { id: account_id, memberId: user_id, deviceId: device_id, name }: FilledAccount,
  sensorId: number,
) {
  const hash = () => crypto.getRandomValues(new Uint8Array(32));
  const email = `other-${name.toLowerCase()}@example.org`;
  const recipient = { uuid: crypto.randomUUID(), account_id, email, state: "waiting", created_at: 0 };
  return {
    "control.email_links": { token_hash: hash(), user_id, email, purpose: "change", expires_at: 1 },
    "control.password_resets": { token_hash: hash(), user_id, expires_at: 1 },
    "control.recovery_codes": { code_hash: hash(), user_id },
    "control.mail_recipients": recipient,
    "store.mail_days": { account_id, day: 99_999, mails: 1 },
    "store.channel_hours": { account_id, channel: "x", hour: 2_000_000 },
    "store.staged_parts": { part: 1_000_000, first_us: 1, last_us: 1 },
    "store.staged_readings": { part: 1_000_000, sensor_id: sensorId, at_us: 1, value: 1, received_us: 1 },
    "store.parked_frames": {
      account_id,
      device_id,
      position: 1,
      first_ordinal: 1,
      readings: 0,
      ...frameOf(device_id),
    },
  } satisfies Record<string, Row>;
}

/** A request that holds nothing but the battery, so that parking it changes no count. */
function frameOf(deviceId: number): { readonly bytes: number; readonly data: Uint8Array } {
  const frame = new FrameWriter();
  frame.begin({ deviceId, arrivalUs: 1000, batteryVolts: 3, request: { boot: 1, number: 1 } });
  const data = new Uint8Array(frame.finish());
  return { bytes: data.length, data };
}

function insertion(table: string, row: Row, place: (nth: number) => string): string {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => place(index + 1));
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places.join(", ")})`;
}
