import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { controlDialectContract } from "../control-dialect.contract.ts";
import { loadTokenKey } from "../sealing/token-key.ts";
import { openControlStore } from "./open-control-store.ts";

controlDialectContract("the dialect of SQLite", async () => {
  const folder = tempFolder();
  const key = loadTokenKey(folder.path);
  const control = openControlStore(folder.path, { key, announce: async () => {} });
  const close = async (): Promise<void> => {
    await control.close();
    folder[Symbol.dispose]();
  };
  return { control, close };
});
