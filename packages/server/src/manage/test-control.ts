import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unwrap } from "@weir/protocol/result";
import { sql } from "kysely";
import type { Account } from "../control/accounts/accounts.ts";
import { nothingToAudit } from "../control/audit/audited-action.ts";
import type { Control, ControlChange, ControlReader, ControlTransaction } from "../control/control.ts";
import { type Device, readDevices } from "../control/devices/described-devices.ts";
import { loadTokenKey } from "../control/sealing/token-key.ts";
import { loadSensorSources } from "../control/sensors/sensor-sources.ts";
import { isTestDataInFile, openTestData } from "../control/test-open-control.ts";
import { rerunTransactions } from "../control/test-rerun.ts";
import { createAccount } from "./accounts/accounts.ts";
import type { ChainControl } from "./chains/work/chain-control.ts";
import { workHere } from "./chains/work/work-here.ts";
import type { Result } from "./core/manage-error.ts";
import type { NewDevice } from "./devices/insert-device.ts";
import { commitPeople } from "./people/commit-people.ts";

/** For tests: control data on real files, each in its own folder, which `closeTestControls` removes. */
export interface TestControl {
  readonly control: ChainControl;
  readonly dataDir: string;
  /** The announced changes, in order. */
  readonly announced: ControlChange[];
}

const folders: string[] = [];
const opened: Control[] = [];

export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "weir-control-"));
  folders.push(dataDir);
  return dataDir;
}

export function openTestControl(dataDir = makeDataDir()): TestControl {
  const announced: ControlChange[] = [];
  const announce = async (changes: readonly ControlChange[]): Promise<void> => {
    announced.push(...changes);
  };
  const control = rerunTransactions({
    ...openTestData(dataDir, { key: loadTokenKey(dataDir), announce }),
    chainWork: workHere,
  });
  opened.push(control);
  return { control, dataDir, announced };
}

export async function closeTestControls(): Promise<void> {
  await Promise.all(opened.splice(0).map((control) => control.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

export async function makeAccount(control: Control, name = "Plant"): Promise<Account> {
  return unwrap(await createAccount(control, name));
}

export function newDevice(accountId: number, overrides: Partial<NewDevice> = {}): NewDevice {
  const sensors = [{ slug: "temperature", unit: "°C" }, { slug: "humidity" }];
  return { accountId, name: "Boiler", contract: "queued", handling: "strict", sensors, ...overrides };
}

/** Creates people directly, without an audit entry. */
export function commitUnaudited<T>(
  control: Control,
  work: (tx: ControlTransaction) => Promise<Result<T>>,
): Promise<Result<T>> {
  return commitPeople(control, work, () => nothingToAudit("a test"));
}

export { unwrap };

export function codeOf(result: Result<unknown>): string {
  return result.ok ? "ok" : result.error.code;
}

/** Runs a script in several processes. Each waits at the comment "together" until all have reached it. */
export async function runTogether(script: string, processCount: number): Promise<string[]> {
  const held = script.replace("/* together */", 'console.log("ready"); await Bun.stdin.text();');
  const processes = Array.from({ length: processCount }, () =>
    Bun.spawn([process.execPath, "-e", held], {
      cwd: import.meta.dir,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    }),
  );
  const outputs = processes.map((child) => child.stdout.pipeThrough(new TextDecoderStream()).getReader());
  await Promise.all(outputs.map((output) => output.read()));
  for (const child of processes) child.stdin.end();
  return Promise.all(
    outputs.map(async (output) => {
      let text = "";
      for (let chunk = await output.read(); !chunk.done; chunk = await output.read()) text += chunk.value;
      return text.trim();
    }),
  );
}

/** Rows of the engine itself, for facts that no operation shows. */
export async function rowsOf<Row>({ db }: ControlReader, text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(db)).rows;
}

/** All rows of all tables, by table. */
export async function allRows(control: ControlReader): Promise<Map<string, unknown[]>> {
  const tables = await rowsOf<{ name: string }>(
    control,
    isTestDataInFile
      ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'weir_control'",
  );
  const rows = new Map<string, unknown[]>();
  for (const { name } of tables) rows.set(name, await rowsOf(control, `SELECT * FROM "${name}"`));
  return rows;
}

/**
 * Makes the engine refuse audit entries from now on. The fault has "no_entry" in its message. In a file, only the connection
 * that writes has the trigger, because after a change of the file every connection reads all of its schema again.
 */
export async function refuseAuditEntries(control: Control): Promise<void> {
  const statement = isTestDataInFile
    ? "CREATE TEMP TRIGGER no_entry BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no_entry'); END"
    : "ALTER TABLE audit_log ADD CONSTRAINT no_entry CHECK (false) NOT VALID";
  await control.transact((tx) => sql.raw(statement).execute(tx));
}

/** Undoes `refuseAuditEntries`. */
export async function acceptAuditEntries(control: Control): Promise<void> {
  const statement = isTestDataInFile
    ? "DROP TRIGGER no_entry"
    : "ALTER TABLE audit_log DROP CONSTRAINT no_entry";
  await control.transact((tx) => sql.raw(statement).execute(tx));
}

/** The chain of each sensor, by their ids. */
export async function chainsBySensor(
  ...given: Parameters<typeof loadSensorSources>
): Promise<Map<number, number>> {
  return new Map(
    (await loadSensorSources(...given)).map(({ source, chainId }) => [source.sensorId, chainId]),
  );
}

/** All devices of the account, in the order of creation. */
export async function listDevices(control: ControlReader): Promise<Device[]> {
  const rows = await control.db.selectFrom("devices").select(["id", "account_id"]).orderBy("id").execute();
  const within = rows.filter((row) => control.accountId === null || row.account_id === control.accountId);
  return readDevices(
    control,
    within.map(({ id }) => id),
  );
}
