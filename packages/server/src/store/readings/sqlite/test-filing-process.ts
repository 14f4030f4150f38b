import { SqliteReadingStore } from "./sqlite-reading-store.ts";

/** Files the staged rows, and kills itself in the given step, before or after its commit. */
const [dataDir, killedStep, moment] = process.argv.slice(2) as [string, string, "before" | "after"];
const store = new SqliteReadingStore(dataDir);
for (let step = 1; ; step++) {
  const isKilled = step === Number(killedStep);
  const goesOn = store.database.transaction(() => {
    const isMore = store.rowFiler.file();
    if (isKilled && moment === "before") process.kill(process.pid, "SIGKILL");
    return isMore;
  })();
  if (isKilled) process.kill(process.pid, "SIGKILL");
  if (!goesOn) break;
}
store.close();
