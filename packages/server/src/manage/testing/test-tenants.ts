import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { keyFile } from "../../control/sealing/key-file.ts";
import { isTestDataInFile } from "../../control/test-open-control.ts";
import { makeDataDir } from "../test-control.ts";
import { type Tenant, TestRecords } from "../test-records.ts";
import type { TestAccount } from "./api-under-test.ts";

export interface ApiTenant extends Tenant {
  readonly account: TestAccount;
}

export interface TestTenants {
  readonly records: TestRecords;
  readonly plant: ApiTenant;
  readonly office: ApiTenant;
}

interface PreparedTenants extends Omit<TestTenants, "records"> {
  /** By their names. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Control data with the changes that are not in its file yet, and the key of what is sealed in it. */
const copied: readonly string[] = ["control.db", "control.db-wal", keyFile];

/** By definition. */
const prepared = new Map<string, Promise<PreparedTenants>>();

/**
 * For tests: the records of a processor, with two accounts whose readings go through the same definition. Creating them takes
 * longer than most tests, so each process does it once for each definition, and copies the files.
 */
export async function openTestTenants(definition: ChainDefinition): Promise<TestTenants> {
  if (!isTestDataInFile) return createTenants(new TestRecords(), definition);
  const key = JSON.stringify(definition);
  const known = prepared.get(key) ?? prepare(definition);
  prepared.set(key, known);
  const { files, plant, office } = await known;
  const dataDir = makeDataDir();
  for (const [name, contents] of files) writeFileSync(join(dataDir, name), contents, { mode: 0o600 });
  return { records: new TestRecords(dataDir), plant, office };
}

async function prepare(definition: ChainDefinition): Promise<PreparedTenants> {
  await using records = new TestRecords();
  const { plant, office } = await createTenants(records, definition);
  const { dataDir } = records.scene;
  const names = readdirSync(dataDir).filter((name) => copied.includes(name));
  return { plant, office, files: new Map(names.map((name) => [name, readFileSync(join(dataDir, name))])) };
}

async function createTenants(records: TestRecords, definition: ChainDefinition): Promise<TestTenants> {
  const create = async (name: string): Promise<ApiTenant> => {
    const tenant = await records.addTenant(name, definition);
    const { uuid } = await records.control.db
      .selectFrom("accounts")
      .select("uuid")
      .where("id", "=", tenant.accountId)
      .executeTakeFirstOrThrow();
    return { ...tenant, account: { id: tenant.accountId, uuid } };
  };
  return { records, plant: await create("Plant"), office: await create("Office") };
}
