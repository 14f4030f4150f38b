import type { Postgres } from "../../platform/postgres/open-postgres.ts";

/** For tests only: adds an account with a device with a sensor, all with the same id. */
export async function addTestSensor(postgres: Postgres, id: number): Promise<void> {
  await postgres.transact(
    (tx) =>
      tx.query(`
        SET LOCAL search_path = weir_control;
        INSERT INTO accounts (id, uuid, name, created_at) VALUES (${id}, 'account-${id}', 'Account ${id}', 0);
        INSERT INTO devices (id, uuid, account_id, name, description, enabled, contract, handling, token_hash, token_sealed,
          token_created_at, created_at)
        VALUES (${id}, 'device-${id}', ${id}, 'Device ${id}', '', 1, 'queued', 'strict', repeat('0', 32)::bytea, '', 0, 0);
        INSERT INTO sensors (id, uuid, device_id, name, slug, created_at)
        VALUES (${id}, 'sensor-${id}', ${id}, 'Sensor ${id}', 'sensor', 0)`),
    { isolation: "read committed" },
  );
}
