import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import type { RaisedAlarm } from "./alarms/record.ts";
import type { NodeKey } from "./counts/node-key.ts";
import type { DeadLetter, KeptDeadLetter } from "./dead-letters/record.ts";
import { StoreFault } from "./store-fault.ts";
import { type OwnedStore, TestOwner } from "./test-owner.ts";

export interface ChainStoreAdapter {
  open(dataDir: string, limits: { readonly deadLettersMax?: number }): Promise<OwnedStore>;
}

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

/** Checks what every settlement promises about the records of chains (see chain-records.ts), on the real engine. */
export function chainStoreContract(name: string, adapter: ChainStoreAdapter): void {
  describe(`${name}: what chains keep`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let store: OwnedStore;
    let owner: TestOwner;

    const reopen = async (limits: { readonly deadLettersMax?: number } = {}): Promise<void> => {
      await store?.close();
      store = await adapter.open(folder.path, limits);
      owner = await TestOwner.of(store);
    };
    const state = async ({ chainId, nodeId }: NodeKey, sensorId: number): Promise<Uint8Array | null> => {
      const found = (await store.queries.states([sensorId])).find(
        ({ node }) => node.chainId === chainId && node.nodeId === nodeId,
      );
      return found === undefined ? null : new Uint8Array(found.state);
    };
    const saved = (of: NodeKey, sensorId: number, ...bytes: number[]) => {
      return { node: { chainId: of.chainId, nodeId: of.nodeId }, sensorId, state: new Uint8Array(bytes) };
    };
    const kept = async (id: number) => (await store.queries.alarms([id]))[0] ?? null;
    const everyLetter = { accountId: null, sensorId: null, fromId: 0, limit: 2000 };

    beforeEach(async () => {
      folder = tempFolder();
      await reopen();
    });
    afterEach(async () => {
      await store.close();
      folder[Symbol.dispose]();
    });

    test("keeps a state per node and sensor, and replaces it as a whole", async () => {
      expect(await state(node, 3)).toBeNull();
      await owner.commit({ states: [saved(node, 3, 1, 2, 3)] });
      const second = { ...node, nodeId: "n2" };
      const other = { ...node, chainId: 6 };
      await owner.commit({
        states: [saved(node, 3, 4), saved(node, 4, 5), saved(second, 3, 6), saved(other, 3, 7)],
      });
      await reopen();
      expect(await state(node, 3)).toEqual(new Uint8Array([4]));
      expect(await state(node, 4)).toEqual(new Uint8Array([5]));
      expect(await state(second, 3)).toEqual(new Uint8Array([6]));
      expect(await state(other, 3)).toEqual(new Uint8Array([7]));
      expect((await store.queries.states([3, 4, 5])).map(({ sensorId }) => sensorId).sort()).toEqual([
        3, 3, 3, 4,
      ]);
    });

    test("adds up counts", async () => {
      const count = { ...node, output: "true", readings: 2, ended: 1 };
      await owner.commit({ nodeCounts: [count] });
      await owner.commit({ nodeCounts: [{ ...count, readings: 3, ended: 0 }] });
      await owner.commit({ nodeCounts: [{ ...count, output: "false", readings: 1 }] });
      await reopen();
      expect((await store.queries.nodeCounts()).sort((a, b) => a.readings - b.readings)).toEqual([
        { ...node, output: "false", readings: 1, ended: 1 },
        { ...node, output: "true", readings: 5, ended: 1 },
      ]);
    });

    test("writes several changes of one record in a batch in order", async () => {
      const count = { ...node, output: "true", readings: 2, ended: 1 };
      await owner.commit({
        states: [saved(node, 3, 1), saved(node, 3, 2)],
        nodeCounts: [count, count],
        alarms: [
          { kind: "raised", id: 1, alarm },
          { kind: "cleared", id: 1, clearedUs: 2000, clearedBy: null },
          { kind: "raised", id: 2, alarm: { ...alarm, message: "Again." } },
          { kind: "found active", id: 2, lastUs: 3000, lastValue: 1, readings: 2 },
          { kind: "found active", id: 2, lastUs: 4000, lastValue: 2, readings: 3 },
          { kind: "acknowledged", id: 2, acknowledgedMs: 1, acknowledgedBy: "ada" },
          { kind: "unacknowledged", id: 2 },
        ],
      });
      expect(await state(node, 3)).toEqual(new Uint8Array([2]));
      expect(await store.queries.nodeCounts()).toEqual([{ ...count, readings: 4, ended: 2 }]);
      expect(await store.queries.activeAlarms()).toEqual([
        { id: 2, sensorId: 3, name: "too hot", ruleId: null, severity: "critical", worstValue: null },
      ]);
      expect(await kept(1)).toMatchObject({ isCleared: true, lastValue: 99.5 });
      expect(await kept(2)).toMatchObject({ isCleared: false, isAcknowledged: false, lastValue: 2 });
    });

    test("keeps an alarm active from being raised until it is cleared", async () => {
      const id = 1;
      await owner.changeAlarms({ kind: "raised", id, alarm });
      expect(await store.queries.activeAlarms()).toEqual([
        { id, sensorId: 3, name: "too hot", ruleId: null, severity: "critical", worstValue: null },
      ]);
      await owner.changeAlarms({ kind: "found active", id, lastUs: 2000, lastValue: 101, readings: 4 });
      const { accountId, deviceId, sensorId, name, severity, message } = alarm;
      const found = {
        id,
        accountId,
        deviceId,
        sensorId,
        ruleId: null,
        name,
        severity,
        message,
        lastValue: 101,
        worstValue: null,
      };
      expect(await kept(id)).toEqual({ ...found, isCleared: false, isAcknowledged: false });
      expect(await kept(id + 1)).toBeNull();
      const acknowledge = (acknowledgedMs: number, acknowledgedBy: string) =>
        owner.changeAlarms({ kind: "acknowledged", id, acknowledgedMs, acknowledgedBy });
      await acknowledge(5, "ada");
      expect(await kept(id)).toMatchObject({ isAcknowledged: true });
      await owner.changeAlarms({ kind: "unacknowledged", id });
      expect(await kept(id)).toMatchObject({ isAcknowledged: false });
      await acknowledge(6, "bob");
      await reopen();
      expect(await store.queries.activeAlarms()).toHaveLength(1);
      await owner.changeAlarms({ kind: "cleared", id, clearedUs: 3000, clearedBy: null });
      expect(await store.queries.activeAlarms()).toEqual([]);
      expect(await kept(id)).toEqual({ ...found, isCleared: true, isAcknowledged: true });
      await owner.changeAlarms({ kind: "unacknowledged", id });
      expect(await kept(id)).toMatchObject({ isAcknowledged: true });
      await owner.changeAlarms({ kind: "raised", id: id + 1, alarm });
      expect(await store.queries.activeAlarms()).toMatchObject([{ id: id + 1 }]);
    });

    test("gives the next owner the worst values of active alarms", async () => {
      const { chainId, nodeId, ...fired } = alarm;
      await owner.changeAlarms(
        { kind: "rule fired", id: 1, alarm: { ...fired, ruleId: 9, readings: 1, worstValue: 99.5 } },
        { kind: "found active", id: 1, lastUs: 2000, lastValue: 98, worstValue: 105, readings: 2 },
      );
      await reopen();
      expect(await store.queries.activeAlarms()).toMatchObject([{ id: 1, worstValue: 105 }]);
      expect(await kept(1)).toMatchObject({ lastValue: 98, worstValue: 105 });
    });

    test("allows one active alarm per name and sensor", async () => {
      await owner.changeAlarms({ kind: "raised", id: 1, alarm });
      const second = await owner.changeAlarms({ kind: "raised", id: 2, alarm }).catch((error) => error);
      expect(second).toBeInstanceOf(StoreFault);
      await owner.changeAlarms(
        { kind: "raised", id: 3, alarm: { ...alarm, sensorId: 4 } },
        { kind: "raised", id: 4, alarm: { ...alarm, name: "too cold" } },
      );
      expect((await store.queries.activeAlarms()).map(({ id }) => id).sort()).toEqual([1, 3, 4]);
    });

    test("keeps the alarm of an alert rule beside a chain's alarm of the same name, once per sensor", async () => {
      const { accountId, deviceId, sensorId, name, severity, message, raisedUs } = alarm;
      const of = { accountId, deviceId, sensorId, name, severity, message, raisedUs };
      const fired = { ...of, ruleId: 8, value: 31.5, readings: 1 } as const;
      await owner.changeAlarms(
        { kind: "raised", id: 1, alarm },
        { kind: "rule fired", id: 2, alarm: fired },
        { kind: "found active", id: 2, lastUs: 4000, lastValue: 32, readings: 2 },
        { kind: "rule fired", id: 3, alarm: { ...fired, ruleId: 9, value: null, readings: 0 } },
      );
      const active = await store.queries.activeAlarms();
      expect(active.map(({ id, ruleId }) => [id, ruleId]).sort()).toEqual([
        [1, null],
        [2, 8],
        [3, 9],
      ]);
      expect(await kept(2)).toMatchObject({ ruleId: 8, lastValue: 32 });
      expect(await kept(3)).toMatchObject({ ruleId: 9, lastValue: null });
      const again = await owner
        .changeAlarms({ kind: "rule fired", id: 4, alarm: fired })
        .catch((error) => error);
      expect(again).toBeInstanceOf(StoreFault);
      await owner.changeAlarms({ kind: "cleared", id: 2, clearedUs: 5000, clearedBy: null });
      await owner.changeAlarms({ kind: "rule fired", id: 5, alarm: fired });
      expect((await store.queries.activeAlarms()).map(({ id }) => id).sort()).toEqual([1, 3, 5]);
    });

    test("keeps dead letters complete, in order, for their account", async () => {
      const unreadable: DeadLetter = {
        ...nothingKnown,
        reason: "unreadable",
        raw: new Uint8Array([0, 1, 255]),
      };
      const letters = [letter, unreadable, { ...letter, accountId: 2 }, { ...letter, sensorId: 9 }];
      await owner.commit({ deadLetters: letters.map((one, index) => ({ ...one, id: index + 1 })) });
      const all = await store.queries.deadLetters(everyLetter);
      const plain = ({ raw, ...rest }: KeptDeadLetter): KeptDeadLetter => {
        return { ...rest, raw: raw && new Uint8Array(raw) };
      };
      expect(all.map(plain)).toEqual(letters.map((one, index) => ({ ...one, id: index + 1 })));
      expect((await store.queries.lastIds()).deadLetter).toBe(4);
      const idsOf = async (filter: { accountId?: number; sensorId?: number }, fromId = 0, limit = 10) =>
        (await store.queries.deadLetters({ ...everyLetter, ...filter, fromId, limit })).map(({ id }) => id);
      expect(await idsOf({ accountId: 1 })).toEqual([1, 4]);
      expect(await idsOf({ accountId: 1, sensorId: 9 })).toEqual([4]);
      expect(await idsOf({}, 2, 2)).toEqual([2, 3]);
      await owner.commit({ removedLetterIds: [1] });
      await owner.commit({ removedLetterIds: [1] });
      expect(await idsOf({ accountId: 1 })).toEqual([4]);
    });

    test("deletes the oldest dead letters of an account past its limit, and no others", async () => {
      await reopen({ deadLettersMax: 200 });
      let id = 0;
      const letterOf = (accountId: number | null, value: number) => ({
        ...letter,
        accountId,
        value,
        id: ++id,
      });
      await owner.commit({ deadLetters: [letterOf(2, 1), letterOf(null, 1)] });
      for (let batch = 0; batch < 10; batch++) {
        const values = Array.from({ length: 100 }, (_, nth) => batch * 100 + nth);
        await owner.commit({ deadLetters: values.map((value) => letterOf(1, value)) });
      }
      const ofAccount = async (accountId: number | null) =>
        (await store.queries.deadLetters({ ...everyLetter, accountId })).map(({ value }) => value);
      const found = await ofAccount(1);
      expect(found.length).toBeWithin(195, 201);
      expect(found).toEqual(Array.from({ length: found.length }, (_, nth) => 1000 - found.length + nth));
      expect(await ofAccount(2)).toEqual([1]);
      expect(await ofAccount(null)).toHaveLength(found.length + 2);
    });

    test("never assigns an id again, even if its row was deleted", async () => {
      await owner.commit({
        alarms: [{ kind: "raised", id: 7, alarm }],
        deadLetters: [{ ...letter, id: 9 }],
      });
      await owner.commit({ forgottenSensorIds: [3], removedLetterIds: [9] });
      await reopen();
      expect(await store.queries.lastIds()).toEqual({ alarm: 7, deadLetter: 9 });
      const { chainId, nodeId, ...fired } = alarm;
      await owner.changeAlarms({ kind: "rule fired", id: 8, alarm: { ...fired, ruleId: 1, readings: 1 } });
      await owner.commit({ forgottenSensorIds: [3] });
      await reopen();
      expect(await store.queries.lastIds()).toEqual({ alarm: 8, deadLetter: 9 });
    });

    test("keeps nothing of a batch that fails", async () => {
      await owner.commitInVain({
        states: [saved(node, 3, 1)],
        nodeCounts: [{ ...node, output: "true", readings: 1, ended: 0 }],
        alarms: [{ kind: "raised", id: 1, alarm }],
        deadLetters: [{ ...letter, id: 1 }],
      });
      expect(await state(node, 3)).toBeNull();
      expect(await store.queries.nodeCounts()).toEqual([]);
      expect(await store.queries.activeAlarms()).toEqual([]);
      expect(await store.queries.lastIds()).toEqual({ alarm: 0, deadLetter: 0 });
    });

    test("deletes states, counts and errors of a forgotten chain", async () => {
      const other = { ...node, chainId: 6 };
      await owner.commit({
        states: [saved(node, 3, 1), saved(other, 3, 1)],
        nodeCounts: [node, other].map((of) => ({ ...of, output: "out", readings: 1, ended: 0 })),
        nodeErrors: [{ ...node, sensorId: 3, happenedMs: 1, reason: "because" }],
      });
      await owner.commit({ forgottenChainIds: [node.chainId] });
      expect(await state(node, 3)).toBeNull();
      expect(await state(other, 3)).not.toBeNull();
      expect((await store.queries.nodeCounts()).map(({ chainId }) => chainId)).toEqual([6]);
    });

    test("lists the alert rules that have states, and deletes those of a forgotten one", async () => {
      expect(await store.queries.rulesWithStates()).toEqual([]);
      const rules = [2, 900, 31].map((id) => ({ chainId: -id, nodeId: "alert rule" }));
      await owner.commit({ states: [node, ...rules].flatMap((of) => [saved(of, 3, 1), saved(of, 4, 1)]) });
      expect((await store.queries.rulesWithStates()).sort((a, b) => a - b)).toEqual([2, 31, 900]);
      await owner.commit({ forgottenChainIds: [-31] });
      expect((await store.queries.rulesWithStates()).sort((a, b) => a - b)).toEqual([2, 900]);
      expect(await state(rules[2]!, 4)).toBeNull();
      expect(await state(node, 4)).not.toBeNull();
    });

    test("deletes states and alarms of a forgotten sensor", async () => {
      await owner.commit({
        states: [saved(node, 3, 1), saved(node, 4, 1)],
        alarms: [
          { kind: "raised", id: 1, alarm },
          { kind: "raised", id: 2, alarm: { ...alarm, sensorId: 4 } },
        ],
      });
      await owner.commit({ forgottenSensorIds: [3] });
      expect(await state(node, 3)).toBeNull();
      expect(await state(node, 4)).not.toBeNull();
      expect((await store.queries.activeAlarms()).map(({ sensorId }) => sensorId)).toEqual([4]);
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
