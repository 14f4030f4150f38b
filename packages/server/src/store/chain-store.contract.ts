import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import type { ChainStore, DeadLetter, RaisedAlarm } from "./chain-store.ts";
import type { ReadingStore } from "./reading-store.ts";

export interface ChainStoreAdapter {
  open(dataDir: string): { store: ReadingStore; chains: ChainStore };
}

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const node = { chainId: 5, nodeId: "n1" };
const alarm: RaisedAlarm = {
  ...node,
  accountId: 1,
  deviceId: 2,
  sensorId: 3,
  name: "too hot",
  severity: "critical",
  message: "It is too hot.",
  raisedUs: 1000,
  value: 99.5,
};
const letter: DeadLetter = {
  reason: "no such unit",
  diedMs: 1_780_000_000_000,
  accountId: 1,
  deviceId: 2,
  sensorId: 3,
  chainId: 5,
  chainVersion: 7,
  nodeId: "n1",
  nodeInput: '{"value":1,"metadata":""}',
  atUs: 1_780_000_000_000_000,
  value: -0.5,
  receivedUs: 1_780_000_000_000_001,
  deviceUs: 250_000_000_000_000_001n,
  metadata: '{"a":1}',
  batteryVolts: 3.7,
  raw: null,
};

/** What every adapter of ChainStore keeps, run on the real engine. */
export function chainStoreContract(name: string, adapter: ChainStoreAdapter): void {
  describe(`${name}: what chains keep`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let store: ReadingStore;
    let chains: ChainStore;

    const batch = (work: () => void): void => {
      store.begin();
      work();
      const { position } = store.progress();
      store.commit(position, position, none);
    };
    const reopen = (): void => {
      store.close();
      ({ store, chains } = adapter.open(folder.path));
    };

    beforeEach(() => {
      folder = tempFolder();
      ({ store, chains } = adapter.open(folder.path));
    });
    afterEach(() => {
      store.close();
      folder[Symbol.dispose]();
    });

    test("a state is kept per node and sensor, and replaced as a whole", () => {
      expect(chains.state(node, 3)).toBeNull();
      batch(() => chains.saveState(node, 3, new Uint8Array([1, 2, 3])));
      batch(() => {
        chains.saveState(node, 3, new Uint8Array([4]));
        chains.saveState(node, 4, new Uint8Array([5]));
        chains.saveState({ ...node, nodeId: "n2" }, 3, new Uint8Array([6]));
        chains.saveState({ ...node, chainId: 6 }, 3, new Uint8Array([7]));
      });
      reopen();
      expect(chains.state(node, 3)).toEqual(new Uint8Array([4]));
      expect(chains.state(node, 4)).toEqual(new Uint8Array([5]));
      expect(chains.state({ ...node, nodeId: "n2" }, 3)).toEqual(new Uint8Array([6]));
      expect(chains.state({ ...node, chainId: 6 }, 3)).toEqual(new Uint8Array([7]));
    });

    test("counts add up", () => {
      batch(() => chains.addCounts({ ...node, output: "true", readings: 2, ended: 1 }));
      batch(() => chains.addCounts({ ...node, output: "true", readings: 3, ended: 0 }));
      batch(() => chains.addCounts({ ...node, output: "false", readings: 1, ended: 1 }));
      reopen();
      expect(chains.counts().sort((a, b) => a.readings - b.readings)).toEqual([
        { ...node, output: "false", readings: 1, ended: 1 },
        { ...node, output: "true", readings: 5, ended: 1 },
      ]);
    });

    test("an alarm is active from being raised until it is cleared", () => {
      let id = 0;
      batch(() => {
        id = chains.raiseAlarm(alarm);
      });
      expect(chains.activeAlarms()).toEqual([{ id, sensorId: 3, name: "too hot" }]);
      batch(() => chains.touchAlarm(id, 2000, 101, 4));
      const { accountId, deviceId, sensorId, name, severity, message } = alarm;
      const kept = { id, accountId, deviceId, sensorId, name, severity, message, lastValue: 101 };
      expect(chains.alarm(id)).toEqual({ ...kept, isCleared: false, isAcknowledged: false });
      expect(chains.alarm(id + 1)).toBeNull();
      batch(() => expect(chains.acknowledgeAlarm(id, 5, "ada")).toBe(true));
      batch(() => expect(chains.acknowledgeAlarm(id, 6, "bob")).toBe(false));
      batch(() => expect(chains.unacknowledgeAlarm(id)).toBe(true));
      batch(() => expect(chains.unacknowledgeAlarm(id)).toBe(false));
      batch(() => expect(chains.acknowledgeAlarm(id, 6, "bob")).toBe(true));
      reopen();
      expect(chains.activeAlarms()).toHaveLength(1);
      batch(() => chains.clearAlarm(id, 3000, null));
      expect(chains.activeAlarms()).toEqual([]);
      expect(chains.alarm(id)).toEqual({ ...kept, isCleared: true, isAcknowledged: true });
      batch(() => expect(chains.unacknowledgeAlarm(id)).toBe(false));
      batch(() => expect(chains.raiseAlarm(alarm)).toBeGreaterThan(id));
    });

    test("there is never a second active alarm of one name on one sensor", () => {
      batch(() => {
        chains.raiseAlarm(alarm);
        expect(() => chains.raiseAlarm(alarm)).toThrow();
        chains.raiseAlarm({ ...alarm, sensorId: 4 });
        chains.raiseAlarm({ ...alarm, name: "too cold" });
      });
      expect(chains.activeAlarms()).toHaveLength(3);
    });

    test("dead letters are kept with all that is known, in order, for their account", () => {
      const unreadable: DeadLetter = {
        ...nothingKnown,
        reason: "unreadable",
        raw: new Uint8Array([0, 1, 255]),
      };
      batch(() => {
        chains.deadLetter(letter);
        chains.deadLetter(unreadable);
        chains.deadLetter({ ...letter, accountId: 2 });
        chains.deadLetter({ ...letter, sensorId: 9 });
      });
      const all = chains.deadLetters({ accountId: null, sensorId: null, fromId: 0, limit: 10 });
      expect(all.map(({ id: _id, ...rest }) => rest)).toEqual([
        letter,
        unreadable,
        { ...letter, accountId: 2 },
        { ...letter, sensorId: 9 },
      ]);
      const ids = all.map(({ id }) => id);
      expect(chains.lastDeadLetterId()).toBe(ids[3]!);
      const idsOf = (filter: { accountId?: number; sensorId?: number }, fromId = 0, limit = 10) =>
        chains.deadLetters({ accountId: null, sensorId: null, ...filter, fromId, limit }).map(({ id }) => id);
      expect(idsOf({ accountId: 1 })).toEqual([ids[0]!, ids[3]!]);
      expect(idsOf({ accountId: 1, sensorId: 9 })).toEqual([ids[3]!]);
      expect(idsOf({}, ids[1]!, 2)).toEqual([ids[1]!, ids[2]!]);
      batch(() => expect(chains.removeDeadLetter(ids[0]!)).toBe(true));
      batch(() => expect(chains.removeDeadLetter(ids[0]!)).toBe(false));
      expect(idsOf({ accountId: 1 })).toEqual([ids[3]!]);
    });

    test("keeps nothing of a rolled-back batch", () => {
      store.begin();
      chains.saveState(node, 3, new Uint8Array([1]));
      chains.addCounts({ ...node, output: "true", readings: 1, ended: 0 });
      chains.raiseAlarm(alarm);
      chains.deadLetter(letter);
      store.rollback();
      expect(chains.state(node, 3)).toBeNull();
      expect(chains.counts()).toEqual([]);
      expect(chains.activeAlarms()).toEqual([]);
      expect(chains.lastDeadLetterId()).toBe(0);
    });

    test("of a forgotten chain no state, count or error is left", () => {
      const other = { ...node, chainId: 6 };
      batch(() => {
        for (const kept of [node, other]) {
          chains.saveState(kept, 3, new Uint8Array([1]));
          chains.addCounts({ ...kept, output: "out", readings: 1, ended: 0 });
        }
        chains.noteError({ ...node, sensorId: 3, happenedMs: 1, reason: "because" });
      });
      batch(() => chains.forgetChain(node.chainId));
      expect(chains.state(node, 3)).toBeNull();
      expect(chains.state(other, 3)).not.toBeNull();
      expect(chains.counts().map(({ chainId }) => chainId)).toEqual([6]);
    });

    test("of a forgotten sensor neither state nor alarm is left", () => {
      batch(() => {
        chains.saveState(node, 3, new Uint8Array([1]));
        chains.saveState(node, 4, new Uint8Array([1]));
        chains.raiseAlarm(alarm);
        chains.raiseAlarm({ ...alarm, sensorId: 4 });
      });
      batch(() => chains.forgetSensor(3));
      expect(chains.state(node, 3)).toBeNull();
      expect(chains.state(node, 4)).not.toBeNull();
      expect(chains.activeAlarms().map(({ sensorId }) => sensorId)).toEqual([4]);
    });
  });
}

const nothingKnown = {
  diedMs: 1,
  accountId: null,
  deviceId: null,
  sensorId: null,
  chainId: null,
  chainVersion: null,
  nodeId: null,
  nodeInput: null,
  atUs: null,
  value: null,
  receivedUs: null,
  deviceUs: null,
  metadata: null,
  batteryVolts: null,
} as const;
