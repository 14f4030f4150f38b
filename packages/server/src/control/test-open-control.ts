import { putMigratedFiles } from "../../../../tests/harness/migrated-files.ts";
import type { Postgres } from "../platform/postgres/open-postgres.ts";
import type { Control } from "./control.ts";
import type { ControlOptions } from "./control-options.ts";
import { openControlPools } from "./postgres/open-postgres-control.ts";
import { type ControlPools, postgresControl } from "./postgres/postgres-control.ts";
import { createTestDatabase, emptyControl } from "./postgres/test-postgres-control.ts";
import { openSqliteControl } from "./sqlite/open-sqlite-control.ts";

/**
 * For tests: control data of a data folder, in a file there. If `WEIR_TEST_CONTROL` is the address of a template, it is in a
 * copy of that instead, so that the same tests run on PostgreSQL: see tests/cluster/operations-on-postgres.ts.
 */
export function openTestData(dataDir: string, options: ControlOptions): Control {
  const template = process.env.WEIR_TEST_CONTROL;
  if (template !== undefined) return openCopy(dataDir, template, options);
  putMigratedFiles(dataDir, "control");
  return openSqliteControl(dataDir, options);
}

/** Whether the data is in a file, for the few tests that look at it, or would take very long elsewhere. */
export const isTestDataInFile = process.env.WEIR_TEST_CONTROL === undefined;

interface TestCopy {
  readonly pools: ControlPools;
  /** How many users have it open. */
  users: number;
}

/** By data folder. */
const copies = new Map<string, TestCopy>();
/** Emptied copies for the next data folder, so that neither the template is copied again nor a connection opened. */
const unused: TestCopy[] = [];

function openCopy(dataDir: string, template: string, options: ControlOptions): Control {
  const copy = copies.get(dataDir) ?? unused.pop() ?? makeCopy(template);
  copies.set(dataDir, copy);
  copy.users++;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= leave(dataDir, copy);
    return closing;
  };
  return { ...postgresControl(copy.pools, options), close };
}

async function leave(dataDir: string, copy: TestCopy): Promise<void> {
  if (--copy.users > 0) return;
  copies.delete(dataDir);
  await emptyControl(copy.pools.writers);
  unused.push(copy);
}

/** Opening a file takes no time, so tests do not wait for it. Here the first statement waits. */
function makeCopy(template: string): TestCopy {
  const { url, created } = createTestDatabase(template);
  const { readers, writers } = openControlPools(url, "weir test");
  const onceCreated = ({ pool }: Postgres): Postgres => {
    const connect = async () => {
      await created;
      return pool.connect();
    };
    return { pool: { connect } } as unknown as Postgres;
  };
  return { pools: { readers: onceCreated(readers), writers: onceCreated(writers) }, users: 0 };
}
