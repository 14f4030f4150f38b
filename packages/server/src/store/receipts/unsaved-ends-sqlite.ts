import type { Database, Statement } from "bun:sqlite";
import { insertOf } from "../engine/sqlite/insert-of.ts";
import type { UnsavedEnd } from "./reading-fates.ts";
import { storedEnd, unsavedEndFields, unsavedEndsMax } from "./record.ts";

/** Writes where readings of devices were lost, one row per device and end. */
export class UnsavedEndRows {
  readonly #rowsMax: number;
  readonly #put: Statement;
  readonly #count: Statement<{ rows: number }, []>;
  readonly #removeOldest: Statement;

  constructor(db: Database, max = unsavedEndsMax) {
    this.#rowsMax = max;
    this.#put = db.prepare(
      `${insertOf("unsaved_ends", unsavedEndFields)}
       ON CONFLICT DO UPDATE SET
         chain_version = excluded.chain_version, sensor_id = excluded.sensor_id, value = excluded.value,
         first_ms = min(first_ms, excluded.first_ms), last_ms = max(last_ms, excluded.last_ms)`,
    );
    this.#count = db.prepare("SELECT count(*) AS rows FROM unsaved_ends");
    this.#removeOldest = db.prepare(
      `DELETE FROM unsaved_ends WHERE (device_id, fate, chain_id, node_id, output) IN (
         SELECT device_id, fate, chain_id, node_id, output FROM unsaved_ends ORDER BY last_ms LIMIT ?
       )`,
    );
  }

  add(ends: readonly UnsavedEnd[]): void {
    for (const end of ends.map(storedEnd)) this.#put.run(...unsavedEndFields.map((field) => end[field]));
    const { rows } = this.#count.get()!;
    if (rows > this.#rowsMax) this.#removeOldest.run(rows - this.#rowsMax);
  }
}
