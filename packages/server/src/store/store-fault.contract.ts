import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { at } from "../queue/test-positions.ts";
import type { SqliteAlarms } from "./alarms/writer-sqlite.ts";
import type { SqliteNodeRecords } from "./counts/writer-sqlite.ts";
import type { DeadLetter } from "./dead-letters/record.ts";
import type { SqliteDeadLetters } from "./dead-letters/writer-sqlite.ts";
import type { SqliteMessageWriter } from "./outbox/writer-sqlite.ts";
import type { TestReadingStore } from "./readings/sqlite/test-reading-store.ts";
import { StoreFault } from "./store-fault.ts";

/** The ports that a batch writes to. */
export interface FaultyPorts {
  readonly store: TestReadingStore;
  readonly nodes: SqliteNodeRecords;
  readonly letters: SqliteDeadLetters;
  readonly alarms: SqliteAlarms;
  readonly messages: SqliteMessageWriter;
}

export interface FaultyAdapter {
  open(dataDir: string): Promise<FaultyPorts>;
  /** Makes every write of the real engine fail until it is mended. */
  breakEngine(dataDir: string): { mend(): void };
}

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const node = { chainId: 5, nodeId: "n1" };
const source = { accountId: 1, deviceId: 2, sensorId: 3 };
const letter: DeadLetter = {
  ...node,
  ...source,
  reason: "no such unit",
  diedMs: 1000,
  chainVersion: 7,
  nodeInput: null,
  atUs: 1,
  value: 2,
  raw: null,
  receivedUs: 3,
  deviceUs: null,
  metadata: null,
  batteryVolts: null,
};

/** Each of these is the first write to meet the fault. Readings are written only when the batch ends. */
const writes: Record<string, (ports: FaultyPorts) => void> = {
  "a reading": ({ store }) => {
    store.save(3, 1, 2, 3, -1, 0, "");
    store.alreadyStored();
  },
  "a battery level": ({ store }) => store.battery(2, 1, 3.7),
  "a connection": ({ store }) => store.connected([[2, 1]]),
  "the position": ({ store }) => store.commit(at(0), at(1), none),
  "a state": ({ nodes }) => nodes.saveState({ node, sensorId: 3, state: new Uint8Array([1]) }),
  "a count": ({ nodes }) => nodes.addCounts({ ...node, output: "out", readings: 1, ended: 0 }),
  "an error of a node": ({ nodes }) =>
    nodes.noteError({ ...node, sensorId: 3, happenedMs: 1, reason: "no such unit" }),
  "an alarm": ({ alarms }) =>
    alarms.change({
      kind: "raised",
      id: 1,
      alarm: {
        ...node,
        ...source,
        name: "hot",
        severity: "critical",
        message: "Too hot.",
        raisedUs: 1,
        value: 2,
      },
    }),
  "a dead letter": ({ letters }) => void letters.add(letter),
  "a message": ({ messages }) =>
    void messages.add({
      ...node,
      ...source,
      key: "msg_1",
      destination: "mail",
      nowMs: 1,
      message: { kind: "mail", to: ["a@example.com"], subject: "hot", text: "Too hot." },
    }),
};

/** Checks that a fault of any engine surfaces as a StoreFault, and that the batch leaves nothing behind. */
export function storeFaultContract(name: string, adapter: FaultyAdapter): void {
  describe(`${name}: a fault of the engine`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let ports: FaultyPorts;

    beforeEach(async () => {
      folder = tempFolder();
      ports = await adapter.open(folder.path);
    });

    afterEach(() => {
      ports.store.close();
      folder[Symbol.dispose]();
    });

    for (const [what, write] of Object.entries(writes)) {
      test(`that keeps ${what} from being written is a StoreFault, and undoes the batch`, () => {
        const { store } = ports;
        const rowsOf = (table: string) => store.database.query(`SELECT * FROM ${table}`).all();
        const engine = adapter.breakEngine(folder.path);
        store.begin();
        let fault: unknown = null;
        try {
          write(ports);
        } catch (error) {
          fault = error;
        }
        store.rollback();
        expect(fault).toBeInstanceOf(StoreFault);
        engine.mend();
        expect(store.progress()).toEqual({ position: at(0), ...none });
        expect(["dead_letters", "alarms"].map(rowsOf)).toEqual([[], []]);
        store.begin();
        write(ports);
        store.rollback();
      });
    }
  });
}
