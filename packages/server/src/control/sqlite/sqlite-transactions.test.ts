import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { controlContract } from "../control.contract.ts";
import { loadTokenKey } from "../sealing/token-key.ts";
import { openSqliteControl } from "./open-sqlite-control.ts";

controlContract("control data in SQLite", {
  openTwo: async () => {
    const folder = tempFolder();
    const key = loadTokenKey(folder.path);
    const open = () => openSqliteControl(folder.path, { key, announce: async () => {} });
    const controls = [open(), open()] as const;
    const close = async (): Promise<void> => {
      for (const control of controls) await control.close();
      folder[Symbol.dispose]();
    };
    return { controls, close };
  },
});
