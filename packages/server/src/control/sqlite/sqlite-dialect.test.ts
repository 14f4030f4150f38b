import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { controlDialectContract } from "../control-dialect.contract.ts";
import { loadTokenKey } from "../sealing/token-key.ts";
import { openSqliteControl } from "./open-sqlite-control.ts";

controlDialectContract("the dialect of SQLite", async () => {
  const folder = tempFolder();
  const key = loadTokenKey(folder.path);
  const control = openSqliteControl(folder.path, { key, announce: async () => {} });
  const close = async (): Promise<void> => {
    await control.close();
    folder[Symbol.dispose]();
  };
  return { control, close };
});
