import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedLayout } from "../../packages/server/src/installation/embedded/embedded-layout.ts";
import { migrate, openDatabase } from "../../packages/server/src/platform/sqlite/open-database.ts";
import { tempFolder } from "./temp-folder.ts";

const files = {
  control: { ...embeddedLayout.control, options: { synchronous: "full" } },
  store: { ...embeddedLayout.store, options: { synchronous: "normal", shrinks: true } },
  log: { ...embeddedLayout.log, options: { synchronous: "full", shrinks: true } },
} as const;

/** Where a file of SQLite has its `user_version`, the number of migrations that it has had. */
const versionOffset = 60;

type FileKind = keyof typeof files;

const migrated = new Map<FileKind, Buffer>();

/**
 * Copies fully migrated files into a new data folder. Migrations take most of the time of opening a store in a new
 * folder, which tests do thousands of times, so each process runs them once. Existing files are left as they are.
 */
export function putMigratedFiles(dataDir: string, ...kinds: readonly FileKind[]): void {
  for (const kind of kinds) {
    const path = join(dataDir, files[kind].name);
    if (!existsSync(path)) writeFileSync(path, contentsOf(kind), { mode: 0o600 });
  }
}

function contentsOf(kind: FileKind): Buffer {
  const known = migrated.get(kind);
  if (known !== undefined) return known;
  using folder = tempFolder();
  const { name, migrations, options } = files[kind];
  const path = join(folder.path, name);
  const db = openDatabase(path, options);
  migrate(db, name, migrations);
  // Closing moves the log into the file only once all statements are freed, which may be later.
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const contents = readFileSync(path);
  if (contents.readUInt32BE(versionOffset) !== migrations.length) throw new Error(`${name} is not migrated.`);
  migrated.set(kind, contents);
  return contents;
}
