import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { controlStoreContract } from "../control-store.contract.ts";
import { loadTokenKey } from "../sealing/token-key.ts";
import { openControlStore } from "./open-control-store.ts";

controlStoreContract("control data in SQLite", {
  openTwo: async () => {
    const folder = tempFolder();
    const key = loadTokenKey(folder.path);
    const open = () => openControlStore(folder.path, { key, announce: async () => {} });
    const stores = [open(), open()] as const;
    const close = async (): Promise<void> => {
      for (const store of stores) await store.close();
      folder[Symbol.dispose]();
    };
    return { stores, close };
  },
});
