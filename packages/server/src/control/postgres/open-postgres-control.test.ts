import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import {
  actorKinds,
  alarmActs,
  boardVariableKinds,
  channelKinds,
  emailLinkPurposes,
  hardwareStates,
  importFormats,
  importModes,
  importStates,
  provisioningAdmissions,
  recipientStates,
  severities,
  silenceAlarms,
  themes,
  timeFormats,
} from "@weir/protocol/closed-sets";
import { contractNames, handlingNames } from "@weir/protocol/contracts";
import { roles } from "@weir/protocol/manage/access";
import { storedSampleStates } from "@weir/protocol/sample-states";
import { Kysely, sql } from "kysely";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { createDevice } from "../../manage/devices/devices.ts";
import { makeAccount, newDevice, unwrap } from "../../manage/test-control.ts";
import { createLog } from "../../platform/log.ts";
import { NewerSchemaError } from "../../platform/postgres/migrate-schema.ts";
import {
  openPostgres,
  type Postgres,
  TransactionAbortedError,
} from "../../platform/postgres/open-postgres.ts";
import { migrate } from "../../platform/sqlite/open-database.ts";
import { accountsOnPage } from "../accounts/accounts.ts";
import {
  type Control,
  type ControlData,
  ControlDataUnavailableError,
  lookingUp,
  withinAccount,
} from "../control.ts";
import type { ControlSchema } from "../control-schema.ts";
import { readDeviceNames } from "../devices/device-ids.ts";
import { givenTokenKey } from "../sealing/token-key.ts";
import { controlMigrations } from "../sqlite/migrations/control-migrations.ts";
import { type LooseColumn, textsBoundedOtherwise, uncountedTexts } from "../test-uncounted-texts.ts";
import { kyselyOnPostgres, type SessionSettings } from "./kysely-on-postgres.ts";
import { openPostgresControl, openPostgresControlReader } from "./open-postgres-control.ts";
import { createTestDatabase, type TestDatabase, testControlServer } from "./test-postgres-control.ts";

let logged: string[] = [];
const options = {
  key: givenTokenKey(new Uint8Array(32)),
  announce: async () => {},
  applicationName: "weir test",
  log: createLog("warn", "test", (line) => logged.push(line)),
};

describeUnless(await whyNoEngines(), "control data on PostgreSQL", () => {
  let engine: Awaited<ReturnType<typeof testControlServer>>;

  beforeAll(async () => {
    engine = await testControlServer();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  describe("that is new", () => {
    test("is created once by processes that start together, and found by those that read", async () => {
      const url = await engine.createDatabase();
      const reading = openPostgresControlReader(url, options);
      await expect(reading).rejects.toThrow(ControlDataUnavailableError);
      const controls = await Promise.all(Array.from({ length: 6 }, () => openPostgresControl(url, options)));
      await makeAccount(controls[0]!);
      const reader = await openPostgresControlReader(url, options);
      expect(await accountsOnPage(reader, { limit: 10 })).toMatchObject([{ name: "Plant" }]);
      await expect(reader.db.deleteFrom("accounts").execute()).rejects.toMatchObject({ code: "25006" });
      for (const one of [reader, ...controls]) await one.close();
    });

    test("of a newer Weir is refused if this version cannot work with it, for writing and for reading", async () => {
      const url = await engine.createDatabase();
      await (await openPostgresControl(url, options)).close();
      const raw = openPostgres(url, options);
      const addVersion = (version: number, worksFrom: number) =>
        raw.query("INSERT INTO weir_control.schema_versions VALUES ($1, 'newer', $2)", [version, worksFrom]);
      await addVersion(1000, 1);
      await (await openPostgresControl(url, options)).close();
      await addVersion(1001, 1000);
      await expect(openPostgresControl(url, options)).rejects.toThrow(NewerSchemaError);
      await expect(openPostgresControlReader(url, options)).rejects.toThrow(NewerSchemaError);
      await raw.close();
    });

    test("warns about a role that bypasses row-level security, and about no other", async () => {
      logged = [];
      const url = await engine.createDatabase();
      await (await openPostgresControl(url, options)).close();
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain('"role":"postgres"');
      await (await openPostgresControl(engine.templateUrl, options)).close();
      expect(logged).toHaveLength(1);
    });
  });

  describe("that exists", () => {
    let database: TestDatabase;
    let control: Control;
    let raw: Postgres;

    beforeEach(async () => {
      database = createTestDatabase(engine.templateUrl);
      await database.created;
      control = await openPostgresControl(database.url, options);
      raw = openPostgres(database.url, options);
    });
    afterEach(async () => {
      await control.close();
      await raw.close();
      await database.drop();
    });

    test("plans look-ups once for all values and other reads each time, on the same connections", async () => {
      const modeOf = async (db: ControlData) =>
        (await sql<{ mode: string }>`SELECT current_setting('plan_cache_mode') AS mode`.execute(db)).rows[0]!
          .mode;
      const plant = control.confine(1);
      for (const { db, lookUps } of [control, plant, control]) {
        expect(await modeOf(db)).toBe("force_custom_plan");
        expect(await modeOf(lookUps)).toBe("force_generic_plan");
      }
    });

    test("forgets the settings of others who used a connection", async () => {
      const sees = async (settings: SessionSettings) => {
        const db = new Kysely<ControlSchema>({ dialect: kyselyOnPostgres(raw, settings) });
        return (
          await sql`SELECT current_setting('plan_cache_mode') AS mode, current_setting('weir.account_id') AS account`.execute(
            db,
          )
        ).rows[0];
      };
      const own = { "weir.account_id": "1", plan_cache_mode: "force_generic_plan" };
      expect(await sees(own)).toEqual({ mode: "force_generic_plan", account: "1" });
      expect(await sees({})).toEqual({ mode: "auto", account: "" });
    });

    test("plans look-ups again when tables have grown, before PostgreSQL has counted their rows", async () => {
      const device = unwrap(await createDevice(control, newDevice((await makeAccount(control)).id)));
      const { lookUps } = control;
      for (let nth = 0; nth < 3; nth++) await readDeviceNames(lookingUp(control), [device.id]);
      const { rows } = await sql<{
        name: string;
      }>`SELECT name FROM pg_prepared_statements WHERE statement LIKE '%from "devices" where "id" in%'`.execute(
        lookUps,
      );
      const planOf = async () => {
        const explained = await sql<{
          "QUERY PLAN": string;
        }>`EXPLAIN EXECUTE ${sql.id(rows[0]!.name)} ('{1, 2, 3}')`.execute(lookUps);
        return explained.rows.map((row) => row["QUERY PLAN"]).join("\n");
      };
      expect(await planOf()).toContain("Seq Scan on devices");
      await addDevices(raw, 20_000);
      const later = performance.now() + 5001;
      using _ = spyOn(performance, "now").mockImplementation(() => later);
      expect(await planOf()).not.toContain("Seq Scan on devices");
    });

    test("has the same tables, columns and required columns as the file", async () => {
      const { rows } = await raw.query<{ name: string }>(
        `SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'NO' THEN ' required' ELSE '' END AS name
         FROM information_schema.columns WHERE table_schema = 'weir_control' AND table_name <> 'schema_versions'`,
      );
      const db = new Database(":memory:");
      migrate(db, "control.db", controlMigrations);
      const file = db
        .query<{ name: string }, []>(
          `SELECT tables.name || '.' || columns.name ||
             CASE WHEN columns."notnull" OR columns.pk > 0 THEN ' required' ELSE '' END AS name
           FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
           WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'`,
        )
        .all();
      db.close();
      const sorted = (columns: readonly { readonly name: string }[]) =>
        columns.map(({ name }) => name).toSorted();
      expect(sorted(rows)).toEqual(sorted(file));
    });

    test("counts the same texts as bytes of an account as the file", async () => {
      const { rows: constraints } = await raw.query<{ name: string; place: string }>(
        `SELECT conname AS name, conrelid::regclass AS place FROM pg_constraint
         WHERE contype IN ('c', 'f') AND connamespace = 'weir_control'::regnamespace`,
      );
      for (const { name, place } of constraints)
        await raw.query(`ALTER TABLE ${place} DROP CONSTRAINT ${name}`);
      const { rows: columns } = await raw.query<{
        table: string;
        column: string;
        type: string;
        null: string;
      }>(
        `SELECT table_name AS table, column_name AS column, data_type AS type, is_nullable AS null
         FROM information_schema.columns WHERE table_schema = 'weir_control' AND table_name <> 'schema_versions'`,
      );
      const kinds: Readonly<Record<string, LooseColumn["kind"]>> = { text: "text", bytea: "blob" };
      const uncounted = await uncountedTexts({
        columns: columns.map(({ table, column, type, null: nullable }) => ({
          table,
          column,
          kind: kinds[type] ?? "number",
          isRequired: nullable === "NO",
        })),
        run: async (text) => void (await raw.query(`SET search_path = weir_control; ${text}`)),
        controlBytes: async () => {
          const query = "SELECT control_bytes AS bytes FROM weir_control.account_use";
          const { rows } = await raw.query<{ bytes: number }>(query);
          return Number(rows[0]!.bytes);
        },
        literal: (kind, size) =>
          kind === "text" ? `'${"x".repeat(size)}'` : `'\\x${"00".repeat(size)}'::bytea`,
      });
      expect(uncounted).toEqual([...textsBoundedOtherwise]);
    });

    test("allows exactly the members of the closed sets", async () => {
      const { rows } = await raw.query<{ place: string; definition: string }>(
        `SELECT relname || '.' || attname AS place, pg_get_constraintdef(pg_constraint.oid) AS definition
         FROM pg_constraint
         JOIN pg_class ON pg_class.oid = conrelid
         JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
         WHERE contype = 'c' AND connamespace = 'weir_control'::regnamespace
           AND pg_get_constraintdef(pg_constraint.oid) LIKE '%''%'`,
      );
      const checks = rows.map(({ place, definition }) => [
        place,
        [...definition.matchAll(/'([^']*)'/g)].map(([, text]) => text!),
      ]);
      expect<Record<string, readonly string[]>>(Object.fromEntries(checks)).toEqual({
        "accounts.silence_alarm": silenceAlarms,
        "alarm_acts.act": alarmActs,
        "alarm_follow_ups.snoozed_severity": severities,
        "alert_rules.severity": severities,
        "channels.kind": channelKinds,
        "notification_rules.min_severity": severities,
        "audit_log.actor_kind": actorKinds,
        "device_groups.silence_alarm": silenceAlarms,
        "devices.contract": contractNames,
        "devices.handling": handlingNames,
        "devices.silence_alarm": silenceAlarms,
        "email_links.purpose": emailLinkPurposes,
        "hardware_ids.state": hardwareStates,
        "imports.format": importFormats,
        "imports.mode": importModes,
        "device_imports.state": importStates,
        "imports.state": importStates,
        "invitations.role": roles,
        "mail_recipients.state": [...recipientStates, "removed"],
        "memberships.role": roles,
        "provisioning_keys.admission": provisioningAdmissions,
        "samples.state": storedSampleStates,
        "share_links.picked_kind": boardVariableKinds,
        "users.theme": themes,
        "users.time_format": timeFormats,
      });
    });

    test("hides rows of other accounts in every table, even from the owner of the table", async () => {
      const { rows } = await raw.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class
         WHERE relnamespace = 'weir_control'::regnamespace AND relkind = 'r' AND relrowsecurity AND relforcerowsecurity
         AND EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = pg_class.oid)`,
      );
      const { rows: own } = await raw.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.columns
         WHERE table_schema = 'weir_control' AND column_name IN ('account_id', 'device_id', 'chain_id', 'import_id', 'board_id', 'rule_id', 'template_id', 'alarm_id')
         UNION SELECT 'accounts' UNION SELECT 'sensor_retention'`,
      );
      const sorted = (tables: readonly { readonly name: string }[]) =>
        tables.map(({ name }) => name).toSorted();
      expect(sorted(rows)).toEqual(sorted(own));
    });

    describe("of two accounts", () => {
      let plant: Control;
      let officeId: number;

      beforeEach(async () => {
        for (const name of ["Plant", "Office"]) {
          const { id } = await makeAccount(control, name);
          unwrap(await createDevice(control, newDevice(id, { name: `Pump of ${name}` })));
        }
        const [first, second] = await accountsOnPage(control, { limit: 10 });
        plant = withinAccount(control, first!.id);
        officeId = second!.id;
      });

      const names = async (db: Control["db"]) => {
        const rows = await db.selectFrom("devices").select("name").orderBy("id").execute();
        return rows.map(({ name }) => name);
      };

      test("shows one account nothing of the other even if a query forgets its filter", async () => {
        expect(await names(plant.db)).toEqual(["Pump of Plant"]);
        expect(await plant.transact(names)).toEqual(["Pump of Plant"]);
        for (const table of ["accounts", "chains", "chain_versions", "account_use"] as const) {
          const count = async (db: Control["db"]) =>
            (await db.selectFrom(table).select(sql`1`.as("one")).execute()).length;
          expect([table, await count(plant.db), await count(control.db)]).toEqual([table, 1, 2]);
        }
        const sensors = await plant.db.selectFrom("sensors").select("id").execute();
        expect(sensors).toHaveLength(2);
      });

      test("shows the server everything, on the same connections, before and after", async () => {
        const both = ["Pump of Plant", "Pump of Office"];
        const asked = Array.from({ length: 40 }, (_, n) => names(n % 2 === 0 ? control.db : plant.db));
        const answers = await Promise.all(asked);
        expect(answers.filter((_, n) => n % 2 === 0)).toEqual(Array(20).fill(both));
        expect(answers.filter((_, n) => n % 2 === 1)).toEqual(Array(20).fill(["Pump of Plant"]));
      });

      test("changes and adds nothing in the other", async () => {
        await plant.transact((tx) => tx.updateTable("devices").set({ name: "Mine" }).execute());
        expect(await names(control.db)).toEqual(["Mine", "Pump of Office"]);
        const adding = plant.transact((tx) =>
          tx
            .insertInto("device_groups")
            .values({ account_id: officeId, name: "Roof", chain_id: null })
            .execute(),
        );
        await expect(adding).rejects.toMatchObject({ code: "42501" });
      });
    });

    test("runs the work of a transaction that always conflicts a bounded number of times", async () => {
      let runs = 0;
      const failing = control.transact(async (tx) => {
        runs++;
        await sql`DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '40001'; END $$`.execute(tx);
      });
      await expect(failing).rejects.toMatchObject({ code: "40001" });
      expect(runs).toBe(10);
    });

    test("runs work again without waiting for a process that stopped while it was first in line", async () => {
      const stopped = await raw.pool.connect();
      await stopped.query("SELECT pg_advisory_lock(7305804402)");
      let runs = 0;
      await control.transact(async (tx) => {
        await tx.insertInto("settings").values({ key: "whole", value: "done" }).execute();
        if (++runs > 1) return;
        await sql`DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '40001'; END $$`.execute(tx);
      });
      stopped.release();
      expect(runs).toBe(2);
      expect(await control.db.selectFrom("settings").select("key").execute()).toEqual([{ key: "whole" }]);
    });

    test("reports a transaction whose failed statement was overlooked", async () => {
      const failing = control.transact(async (tx) => {
        await tx.insertInto("settings").values({ key: "half", value: "done" }).execute();
        await sql`SELECT nonsense`.execute(tx).catch(() => {});
      });
      await expect(failing).rejects.toThrow(TransactionAbortedError);
      expect(await control.db.selectFrom("settings").selectAll().execute()).toEqual([]);
    });

    test("continues after its connections were lost, during a transaction and between two", async () => {
      const endAll = () =>
        raw.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
      const failing = control.transact(async (tx) => {
        await tx.insertInto("settings").values({ key: "half", value: "done" }).execute();
        await endAll();
        await tx.insertInto("settings").values({ key: "rest", value: "done" }).execute();
      });
      await expect(failing).rejects.toThrow();
      await control.transact((tx) =>
        tx.insertInto("settings").values({ key: "whole", value: "done" }).execute(),
      );
      expect(await control.db.selectFrom("settings").select("key").execute()).toEqual([{ key: "whole" }]);
    });

    test("stores and finds texts with a NUL, which PostgreSQL cannot hold, with a replacement character", async () => {
      await control.transact((tx) => tx.insertInto("settings").values({ key: "a\0b", value: "" }).execute());
      const named = control.db.selectFrom("settings").select("key").where("key", "=", "a\0b");
      expect(await named.execute()).toEqual([{ key: "a\uFFFDb" }]);
      const listed = control.db.selectFrom("settings").select("key");
      expect(await listed.where("key", "in", control.dialect.listed(["\0"])).execute()).toEqual([]);
      expect(await listed.where(control.dialect.contains("key", "c\0")).execute()).toEqual([]);
    });

    test("compares addresses without regard to the case of A to Z, but of no other letters", async () => {
      const user = { name: "", password_hash: "", password_changed_at: 0, created_at: 0 };
      const add = (email: string) =>
        control.transact((tx) =>
          tx
            .insertInto("users")
            .values({ ...user, email, uuid: crypto.randomUUID() })
            .execute(),
        );
      await add("Ada@example.org");
      await expect(add("aDA@EXAMPLE.ORG")).rejects.toMatchObject({ code: "23505" });
      await add("\u212Aate@example.org");
      await add("kate@example.org");
    });
  });
});

/** Copies the only device, as fast as the server can. */
async function addDevices(raw: Postgres, count: number): Promise<void> {
  const { rows } = await raw.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'weir_control' AND table_name = 'devices' AND column_name <> 'id'`,
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => (name === "uuid" ? "gen_random_uuid()::text" : name));
  await raw.query(
    `INSERT INTO weir_control.devices (${names.join(", ")})
     SELECT ${values.join(", ")} FROM weir_control.devices, generate_series(1, ${count})`,
  );
}
