import type { PrivatePostgres } from "../../scripts/engines/private-postgres.ts";
import { startPostgres, withoutSync } from "./engines.ts";
import { sharedEnginesVariable } from "./programs.ts";
import { tempFolder } from "./temp-folder.ts";

/** Databases for the tests of one `describe`. Disposing of them deletes them. */
export interface TestDatabases extends AsyncDisposable {
  readonly port: number;
  /** Creates a database, which is empty without a template, and returns its address. */
  create(template?: DatabaseTemplate): Promise<string>;
}

/** A database that others copy, which takes a third of the time of creating its tables. */
export interface DatabaseTemplate {
  readonly name: string;
  /** Owns the template and its copies, and connects to them. */
  readonly role: string;
  fill(url: string): Promise<void>;
}

interface Server {
  readonly postgres: PrivatePostgres;
  readonly folder: Disposable;
  /** By name. */
  readonly templates: Map<string, Promise<void>>;
}

let shared: Promise<Server> | null = null;
/** Several files create databases on one server. */
let databases = 0;

/**
 * Databases on a PostgreSQL server that is neither stopped nor configured. In `npm test`, all files of a process share one
 * server, which the runner ends together with the process. Otherwise every caller has its own.
 */
export async function sharedPostgres(): Promise<TestDatabases> {
  const isShared = process.env[sharedEnginesVariable] === "1";
  if (isShared) shared ??= start(isShared);
  const { postgres, folder, templates } = await (shared ?? start(isShared));
  const admin = new Bun.SQL(postgres.url(), { max: 1 });
  const created: string[] = [];

  async function createTemplate({ name, role, fill }: DatabaseTemplate): Promise<void> {
    await admin.unsafe(`CREATE ROLE ${role} LOGIN`);
    await admin.unsafe(`CREATE DATABASE ${name} OWNER ${role}`);
    await fill(addressOf(postgres, name, role));
  }

  return {
    port: postgres.port,
    async create(template) {
      const name = `test_${++databases}`;
      if (template === undefined) await admin.unsafe(`CREATE DATABASE ${name}`);
      else {
        const isReady = templates.get(template.name) ?? createTemplate(template);
        templates.set(template.name, isReady);
        await isReady;
        // Copying files takes half the time of copying pages through the log, because nothing is synced here.
        const options = `TEMPLATE ${template.name} STRATEGY file_copy OWNER ${template.role}`;
        await admin.unsafe(`CREATE DATABASE ${name} ${options}`);
      }
      created.push(name);
      return addressOf(postgres, name, template?.role);
    },
    async [Symbol.asyncDispose]() {
      if (isShared) for (const name of created) await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
      if (isShared) return;
      await postgres.discard();
      folder[Symbol.dispose]();
    },
  };
}

async function start(isShared: boolean): Promise<Server> {
  const folder = tempFolder();
  return { folder, templates: new Map(), postgres: await startPostgres(folder.path, withoutSync, isShared) };
}

function addressOf(postgres: PrivatePostgres, database: string, role?: string): string {
  const url = new URL(postgres.url(database));
  if (role !== undefined) url.username = role;
  return url.href;
}
