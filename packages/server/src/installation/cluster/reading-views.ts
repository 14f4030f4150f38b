import type { Postgres, PostgresSession } from "../../platform/postgres/open-postgres.ts";

/**
 * Increases with each change of the definitions. A process that finds this version or a newer one does not lock
 * anything.
 */
const version = 1;
const mark = "weir views ";

/** Any number that nothing else in the database uses as a lock. */
const viewsLock = 7_305_804_403;
/** Nobody waits longer than this behind the change. */
const lockMaxMs = 2_000;

/**
 * Readings for programs that query the database itself, such as Grafana: docs/guide/sql.md. The views read control data
 * and the store together, so they are created after both are migrated. A role that may read the view needs no right on
 * the tables behind it.
 *
 * The view unpacks every block of the requested sensors. The function opens only the months and blocks of the requested
 * time.
 */
const views = `
CREATE SCHEMA IF NOT EXISTS weir;

CREATE OR REPLACE VIEW weir.sensors AS
  SELECT accounts.uuid AS account_uuid, accounts.name AS account, devices.uuid AS device_uuid, devices.name AS device,
    sensors.uuid AS sensor_uuid, sensors.name AS sensor, sensors.slug AS sensor_slug, sensors.type, sensors.unit,
    sensors.id AS sensor_id
  FROM weir_control.sensors JOIN weir_control.devices ON devices.id = sensors.device_id
  JOIN weir_control.accounts ON accounts.id = devices.account_id;

CREATE OR REPLACE VIEW weir.readings AS
  SELECT account_uuid, account, device_uuid, device, sensor_uuid, sensor, sensor_slug,
    timestamptz 'epoch' + stored.at_us * interval '1 microsecond' AS time, stored.value
  FROM weir.sensors CROSS JOIN LATERAL (
    SELECT at_us, value FROM weir_store.readings WHERE readings.sensor_id = sensors.sensor_id
    UNION ALL
    SELECT unpacked.at_us, unpacked.value FROM weir_store.blocks
    CROSS JOIN LATERAL weir_store.block_readings(data) AS unpacked WHERE blocks.sensor_id = sensors.sensor_id
  ) AS stored;

CREATE OR REPLACE FUNCTION weir.readings_between(asked_uuid text, from_time timestamptz, to_time timestamptz)
RETURNS TABLE ("time" timestamptz, value float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 10000 AS $$
DECLARE
  asked_id int8 := (SELECT sensors.sensor_id FROM weir.sensors WHERE sensor_uuid = asked_uuid);
  from_us int8 := (extract(epoch FROM from_time) * 1000000)::int8;
  to_us int8 := (extract(epoch FROM to_time) * 1000000)::int8;
BEGIN
  RETURN QUERY SELECT timestamptz 'epoch' + stored.at_us * interval '1 microsecond', stored.value FROM (
    SELECT readings.at_us, readings.value FROM weir_store.readings
    WHERE readings.sensor_id = asked_id AND readings.at_us >= from_us AND readings.at_us < to_us
    UNION ALL
    SELECT unpacked.at_us, unpacked.value FROM (
      SELECT data FROM weir_store.blocks
      WHERE blocks.sensor_id = asked_id AND blocks.last_us >= from_us AND blocks.last_us < to_us
      UNION ALL
      (SELECT data FROM weir_store.blocks
       WHERE blocks.sensor_id = asked_id AND blocks.last_us >= to_us ORDER BY blocks.last_us LIMIT 1)
    ) AS around CROSS JOIN LATERAL weir_store.block_readings(around.data) AS unpacked
    WHERE unpacked.at_us >= from_us AND unpacked.at_us < to_us
  ) AS stored ORDER BY stored.at_us, stored.value;
END $$;

COMMENT ON VIEW weir.readings IS '${mark}${version}';
`;

/** Creates or updates the views. Several processes may try at once. */
export async function createReadingViews(postgres: Postgres): Promise<void> {
  if (await isCurrent(postgres)) return;
  await postgres.transact(
    async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${lockMaxMs}`);
      await tx.query("SELECT pg_advisory_xact_lock($1)", [viewsLock]);
      if (!(await isCurrent(tx))) await tx.query(views);
    },
    { isolation: "read committed" },
  );
}

/** Reads the catalog tables, because a connection may remember for a while that a name did not exist. */
async function isCurrent(session: PostgresSession): Promise<boolean> {
  const { rows } = await session.query<{ description: string }>(
    `SELECT description FROM pg_description JOIN pg_class ON pg_class.oid = objoid
     JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = 'weir' AND relname = 'readings' AND classoid = 'pg_class'::regclass AND objsubid = 0`,
  );
  const found = rows[0]?.description ?? "";
  return found.startsWith(mark) && Number(found.slice(mark.length)) >= version;
}
