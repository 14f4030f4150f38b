import type { ControlReader } from "../control/control-store.ts";

/**
 * How often the devices of an account are expected to send, as far as people have set it, for lists that look at all of
 * them. Costs as much as there are devices that have an interval of their own or of their group.
 */
export class SetIntervals {
  readonly #byDevice = new Map<number, number>();
  readonly #ofAccountMs: number | null;

  constructor({ database }: Pick<ControlReader, "database">, accountId: number) {
    const rows = (sql: string) => database.query(sql).values(accountId) as [id: number, intervalS: number][];
    const ofGroups = rows(
      `SELECT devices.id, device_groups.expected_interval_s FROM device_groups
       JOIN devices ON devices.group_id = device_groups.id
       WHERE device_groups.account_id = ? AND device_groups.expected_interval_s IS NOT NULL`,
    );
    const own = rows(
      "SELECT id, expected_interval_s FROM devices WHERE account_id = ? AND expected_interval_s IS NOT NULL",
    );
    for (const [id, intervalS] of ofGroups) this.#byDevice.set(id, intervalS * 1000);
    for (const [id, intervalS] of own) this.#byDevice.set(id, intervalS * 1000);
    const [account] = database
      .query("SELECT expected_interval_s FROM accounts WHERE id = ?")
      .values(accountId) as [number | null][];
    this.#ofAccountMs = account?.[0] == null ? null : account[0] * 1000;
  }

  /** Null where nobody has set one. */
  intervalMs(deviceId: number): number | null {
    return this.#byDevice.get(deviceId) ?? this.#ofAccountMs;
  }
}
