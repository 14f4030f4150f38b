import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { at } from "../../queue/test-positions.ts";
import { chainStoreContract } from "../chain-store.contract.ts";
import type { DeadLetter } from "../chain-store.ts";
import { SqliteChainStore } from "./sqlite-chain-store.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";

test("the oldest dead letters of an account give way past the limit, and only of that account", () => {
  using folder = tempFolder();
  const store = new SqliteReadingStore(folder.path);
  const chains = new SqliteChainStore(store.database, 200);
  const letter = (accountId: number | null, value: number): DeadLetter => ({
    ...{
      reason: "because",
      diedMs: 1,
      accountId,
      deviceId: 1,
      sensorId: 1,
      chainId: 1,
      chainVersion: 1,
      value,
    },
    ...{
      nodeId: "n",
      nodeInput: null,
      atUs: 1,
      receivedUs: 1,
      deviceUs: null,
      metadata: "",
      batteryVolts: null,
    },
    raw: null,
  });
  store.begin();
  for (const accountId of [2, null]) chains.deadLetter(letter(accountId, 1));
  for (let value = 0; value < 1000; value++) chains.deadLetter(letter(1, value));
  store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  const ofAccount = (accountId: number) =>
    chains.deadLetters({ accountId, sensorId: null, fromId: 0, limit: 2000 }).map(({ value }) => value);
  expect(ofAccount(1).length).toBeWithin(195, 201);
  expect(ofAccount(1).at(-1)).toBe(999);
  expect(ofAccount(2)).toEqual([1]);
  store.close();
});

chainStoreContract("SqliteChainStore", {
  open(dataDir) {
    const store = new SqliteReadingStore(dataDir);
    return { store, chains: new SqliteChainStore(store.database) };
  },
});
