import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { at } from "../queue/test-positions.ts";
import type {
  AccountScope,
  AlarmQuery,
  AlarmRecord,
  ChainQueries,
  DeadLetterQuery,
} from "./chain-queries.ts";
import type { ChainStore, DeadLetter, RaisedAlarm } from "./chain-store.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { OutboxWriter } from "./outbox-writer.ts";
import type { ReadingStore } from "./reading-store.ts";
import { claimOf } from "./test-claims.ts";

export interface ChainQueriesAdapter {
  /** What the processor writes with. */
  openStore(dataDir: string): OpenStore;
  open(dataDir: string): Promise<ChainQueries>;
}

export interface OpenStore {
  readonly store: ReadingStore;
  readonly chains: ChainStore;
  readonly outbox: OutboxWriter & OutboxStore;
}

const alarm: RaisedAlarm = {
  ...{ accountId: 1, deviceId: 2, sensorId: 3, chainId: 5, nodeId: "hot" },
  ...{ name: "too hot", severity: "critical", message: "It is too hot.", raisedUs: 1000, value: 99.5 },
};
const letter: DeadLetter = {
  ...{ accountId: 1, deviceId: 2, sensorId: 3, chainId: 5, chainVersion: 7, nodeId: "save" },
  ...{ reason: "no such sensor", diedMs: 1_780_000_000_000, nodeInput: '{"value":1,"metadata":""}' },
  ...{ atUs: 1_780_000_000_000_000, value: -0.5, receivedUs: 1_780_000_000_000_001 },
  // A year in which no double holds every microsecond.
  ...{ deviceUs: 250_000_000_000_000_001n, metadata: '{"a":1}', batteryVolts: 3.7, raw: null },
};

/** What every adapter of ChainQueries keeps, run on the real engine beside the writer. */
export function chainQueriesContract(name: string, adapter: ChainQueriesAdapter): void {
  describe(`${name}: what chains have kept`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let written: OpenStore;
    let queries: ChainQueries;

    const batch = <T>(work: (chains: ChainStore) => T): T => {
      const { store, chains } = written;
      store.begin();
      const result = work(chains);
      const { position } = store.progress();
      store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
      return result;
    };
    const send = (...keys: string[]): void => {
      const message = { kind: "mail", to: ["ada@example.org"], subject: "s", text: "t" } as const;
      const from = { accountId: 1, sensorId: 3, chainId: 5, nodeId: "mail" };
      batch(() => {
        for (const key of keys) written.outbox.add({ ...from, key, destination: "mail", message, nowMs: 1 });
      });
    };
    const alarmOf = async (accountId: AccountScope, id: number): Promise<AlarmRecord | null> =>
      (await queries.alarms({ accountId, ids: [id], limit: 1 }))[0] ?? null;
    const alarmIds = async (query: Partial<AlarmQuery>): Promise<number[]> =>
      (await queries.alarms({ accountId: 1, limit: 100, ...query })).map(({ id }) => id);
    const letterIds = async (query: Partial<DeadLetterQuery>): Promise<number[]> =>
      (await queries.deadLetters({ accountId: 1, limit: 100, ...query })).map(({ id }) => id);

    beforeEach(async () => {
      folder = tempFolder();
      written = adapter.openStore(folder.path);
      queries = await adapter.open(folder.path);
    });
    afterEach(async () => {
      await queries.close();
      written.store.close();
      folder[Symbol.dispose]();
    });

    test("counts and last errors are those of the chains asked for", async () => {
      const count = { chainId: 5, nodeId: "limit", output: "true", readings: 2, ended: 1 };
      const error = { chainId: 5, nodeId: "limit", sensorId: 3, happenedMs: 9, reason: "why" };
      batch((chains) => {
        chains.addCounts(count);
        chains.addCounts({ ...count, chainId: 6 });
        chains.addCounts({ ...count, chainId: 7 });
        chains.noteError({ ...error, reason: "an earlier one" });
        chains.noteError(error);
        chains.noteError({ ...error, chainId: 6 });
      });
      expect(await queries.nodeCounts([5])).toEqual([count]);
      expect((await queries.nodeCounts([5, 7, 99])).map(({ chainId }) => chainId)).toEqual([5, 7]);
      expect(await queries.nodeCounts([])).toEqual([]);
      expect(await queries.nodeErrors(5)).toEqual([error]);
      expect(await queries.nodeErrors(99)).toEqual([]);
    });

    test("an alarm is found with all that became of it", async () => {
      const id = batch((chains) => chains.raiseAlarm(alarm));
      const { value: raisedValue, ...raised } = alarm;
      const open = {
        ...{ id, ...raised, raisedValue, lastUs: 1000, lastValue: 99.5, readings: 1 },
        ...{ acknowledgedMs: null, acknowledgedBy: null, clearedUs: null, clearedBy: null },
      };
      expect(await alarmOf(1, id)).toEqual(open);
      batch((chains) => {
        chains.touchAlarm(id, 2000, 101, 4);
        chains.acknowledgeAlarm(id, 5, "ada");
        chains.clearAlarm(id, 3000, "bob");
      });
      expect(await alarmOf(1, id)).toEqual({
        ...{ ...open, lastUs: 2000, lastValue: 101, readings: 5 },
        ...{ acknowledgedMs: 5, acknowledgedBy: "ada", clearedUs: 3000, clearedBy: "bob" },
      });
      expect(await alarmOf(1, id + 1)).toBeNull();
    });

    test("alarms are listed newest first, by device, sensor, chain, state and severity, page by page", async () => {
      const [hot, cold, other, info] = batch((chains) => [
        chains.raiseAlarm(alarm),
        chains.raiseAlarm({ ...alarm, name: "too cold" }),
        chains.raiseAlarm({ ...alarm, deviceId: 8, sensorId: 9 }),
        chains.raiseAlarm({ ...alarm, sensorId: 4, chainId: 6, severity: "info" }),
      ]) as [number, number, number, number];
      batch((chains) => {
        chains.acknowledgeAlarm(cold, 1, "ada");
        chains.acknowledgeAlarm(other, 1, "ada");
        chains.clearAlarm(other, 2, null);
      });
      expect(await alarmIds({})).toEqual([info, other, cold, hot]);
      expect(await alarmIds({ state: "all" })).toEqual([info, other, cold, hot]);
      expect(await alarmIds({ state: "active" })).toEqual([info, cold, hot]);
      expect(await alarmIds({ state: "unacknowledged" })).toEqual([info, hot]);
      expect(await alarmIds({ state: "acknowledged" })).toEqual([cold]);
      expect(await alarmIds({ state: "cleared" })).toEqual([other]);
      expect(await alarmIds({ ids: [hot, info, info + 1] })).toEqual([info, hot]);
      expect(await alarmIds({ ids: [] })).toEqual([]);
      expect(await alarmIds({ deviceId: 2 })).toEqual([info, cold, hot]);
      expect(await alarmIds({ sensorId: 3 })).toEqual([cold, hot]);
      expect(await alarmIds({ chainId: 5 })).toEqual([other, cold, hot]);
      expect(await alarmIds({ chainId: 6 })).toEqual([info]);
      expect(await alarmIds({ severity: "info" })).toEqual([info]);
      expect(await alarmIds({ severity: "critical", state: "active", deviceId: 2, limit: 1 })).toEqual([
        cold,
      ]);
      expect(await alarmIds({ limit: 2 })).toEqual([info, other]);
      expect(await alarmIds({ limit: 2, beforeId: other })).toEqual([cold, hot]);
    });

    test("a dead letter is found with all that is known of it", async () => {
      batch((chains) => chains.deadLetter(letter));
      const [kept] = await queries.deadLetters({ accountId: 1, limit: 1 });
      expect(kept).toEqual({ ...letter, id: kept!.id });
      expect(await queries.deadLetter(1, kept!.id)).toEqual(kept!);
      expect(await queries.deadLetter(1, kept!.id + 1)).toBeNull();
    });

    test("dead letters are listed newest first, by device, sensor, chain and node, page by page", async () => {
      batch((chains) => {
        chains.deadLetter(letter);
        chains.deadLetter({ ...letter, deviceId: 8, sensorId: 9 });
        chains.deadLetter({ ...letter, chainId: 6 });
        chains.deadLetter({ ...letter, nodeId: "scale" });
      });
      const [scale, chain, device, first] = (await letterIds({})) as [number, number, number, number];
      expect([first, device, chain, scale]).toEqual([first, first + 1, first + 2, first + 3]);
      expect(await letterIds({ deviceId: 8 })).toEqual([device]);
      expect(await letterIds({ sensorId: 3 })).toEqual([scale, chain, first]);
      expect(await letterIds({ chainId: 5 })).toEqual([scale, device, first]);
      expect(await letterIds({ chainId: 5, nodeId: "save" })).toEqual([device, first]);
      expect(await letterIds({ limit: 3 })).toEqual([scale, chain, device]);
      expect(await letterIds({ limit: 3, beforeId: device })).toEqual([first]);
      expect(await queries.deadLetterCounts(5)).toEqual([
        { nodeId: "save", letters: 2 },
        { nodeId: "scale", letters: 1 },
      ]);
      expect(await queries.deadLetterTotals([5, 6, 7])).toEqual([
        { chainId: 5, letters: 3 },
        { chainId: 6, letters: 1 },
      ]);
    });

    test("within an account nothing of another one is found, nor what belongs to none", async () => {
      const ids = batch((chains) => {
        chains.deadLetter(letter);
        chains.deadLetter({ ...letter, accountId: 2 });
        chains.deadLetter({ ...letter, accountId: null });
        return [chains.raiseAlarm(alarm), chains.raiseAlarm({ ...alarm, accountId: 2, sensorId: 4 })];
      });
      expect((await queries.alarms({ accountId: 2, limit: 9 })).map(({ accountId }) => accountId)).toEqual([
        2,
      ]);
      expect(await alarmOf(1, ids[1]!)).toBeNull();
      expect((await alarmOf(2, ids[1]!))?.accountId).toBe(2);
      const letters = await queries.deadLetters({ accountId: null, limit: 9 });
      expect(letters.map(({ accountId }) => accountId)).toEqual([null, 2, 1]);
      expect((await queries.deadLetters({ accountId: 2, limit: 9 })).map(({ id }) => id)).toEqual([
        letters[1]!.id,
      ]);
      expect(
        await Promise.all(letters.map(async ({ id }) => (await queries.deadLetter(1, id))?.accountId)),
      ).toEqual([undefined, undefined, 1]);
      // A caller without types must not be taken for the operator.
      const nobody = undefined as unknown as number;
      expect(await queries.alarms({ accountId: nobody, limit: 9 })).toEqual([]);
      expect(await queries.deadLetter(nobody, letters[0]!.id)).toBeNull();
      expect((await alarmOf(null, ids[1]!))?.accountId).toBe(2);
    });

    test("counts records over all accounts, up to the limit", async () => {
      expect(await queries.keptCounts(10)).toEqual({
        deadLetters: 0,
        activeAlarms: { info: 0, warning: 0, critical: 0 },
        messages: { waiting: 0, delivered: 0, dead: 0 },
      });
      batch((chains) => {
        for (let n = 0; n < 4; n++) chains.deadLetter({ ...letter, accountId: n });
        chains.raiseAlarm(alarm);
        chains.raiseAlarm({ ...alarm, accountId: 2, sensorId: 4 });
        chains.raiseAlarm({ ...alarm, sensorId: 5, severity: "warning" });
        chains.clearAlarm(chains.raiseAlarm({ ...alarm, sensorId: 6 }), 1, null);
      });
      send("a", "b", "c", "d", "e", "f");
      const waiting = await written.outbox.due(1, {
        ...{ max: 9, perLaneMax: 9 },
        ...{ withoutDestinations: new Set(), withoutAccounts: new Set() },
      });
      await written.outbox.delivered(await claimOf(written.outbox, waiting[0]!.id), 2, null);
      await written.outbox.failed(await claimOf(written.outbox, waiting[1]!.id), "no", 3, null);
      await written.outbox.failed(await claimOf(written.outbox, waiting[2]!.id), "no", 4, null);
      expect(await queries.keptCounts(10)).toEqual({
        deadLetters: 4,
        activeAlarms: { info: 0, warning: 1, critical: 2 },
        messages: { waiting: 3, delivered: 1, dead: 2 },
      });
      expect(await queries.keptCountsOf(2, 10)).toEqual({
        deadLetters: 1,
        activeAlarms: { info: 0, warning: 0, critical: 1 },
        messages: { waiting: 0, dead: 0 },
      });
      expect(await queries.keptCountsOf(1, 10)).toEqual({
        deadLetters: 1,
        activeAlarms: { info: 0, warning: 1, critical: 1 },
        messages: { waiting: 3, dead: 2 },
      });
      expect((await queries.keptCountsOf(1, 2)).messages.waiting).toBe(2);
      expect(await queries.keptCounts(2)).toMatchObject({
        deadLetters: 2,
        messages: { waiting: 2, dead: 2 },
      });
    });

    test("alarms that are not over are counted by account, severity and device", async () => {
      const none = { info: 0, warning: 0, critical: 0 };
      expect(await queries.alarmCounts(1, 10)).toEqual({
        active: none,
        unacknowledged: none,
        newestId: null,
      });
      const [newest, theirs] = batch((chains) => {
        const raise = (changed: Partial<RaisedAlarm>) => chains.raiseAlarm({ ...alarm, ...changed });
        const at = { first: { deviceId: 2 }, second: { deviceId: 3 }, third: { deviceId: 4 } };
        raise({ ...at.first, sensorId: 3, severity: "warning" });
        chains.acknowledgeAlarm(raise({ ...at.first, sensorId: 4, severity: "critical" }), 5, "ada");
        raise({ ...at.second, sensorId: 5, severity: "info" });
        chains.clearAlarm(raise({ ...at.second, sensorId: 6, severity: "critical" }), 1, null);
        const last = raise({ ...at.third, sensorId: 7, severity: "warning" });
        chains.clearAlarm(last, 1, null);
        return [last, raise({ accountId: 2, deviceId: 9, sensorId: 8 })] as const;
      });
      expect(await queries.alarmCounts(1, 10)).toEqual({
        active: { info: 1, warning: 1, critical: 1 },
        unacknowledged: { info: 1, warning: 1, critical: 0 },
        newestId: newest,
      });
      expect(await queries.alarmCounts(2, 10)).toEqual({
        active: { ...none, critical: 1 },
        unacknowledged: { ...none, critical: 1 },
        newestId: theirs,
      });
      const { info, warning, critical } = (await queries.alarmCounts(1, 2)).active;
      expect(info + warning + critical).toBe(2);
      const first = { deviceId: 2, active: 2, unacknowledged: 1, severity: "critical" } as const;
      const second = { deviceId: 3, active: 1, unacknowledged: 1, severity: "info" } as const;
      expect(await queries.deviceAlarms(1)).toEqual([first, second]);
      expect(await queries.deviceAlarms(1, [3, 4, 9, 99])).toEqual([second]);
      expect(await queries.deviceAlarms(1, [])).toEqual([]);
    });

    test("the busiest chains, the most frequent ends and where letters died come first", async () => {
      const count = { nodeId: "n", output: "out" };
      batch((chains) => {
        chains.addCounts({ ...count, chainId: 5, readings: 7, ended: 1 });
        chains.addCounts({ ...count, chainId: 5, nodeId: "m", readings: 3, ended: 3 });
        chains.addCounts({ ...count, chainId: 6, readings: 9, ended: 0 });
        for (const nodeId of ["old", "save", "scale", "save", null]) chains.deadLetter({ ...letter, nodeId });
        chains.deadLetter({ ...letter, chainId: null, accountId: null });
      });
      expect(await queries.busiestChains(9)).toEqual([6, 5]);
      expect(await queries.busiestChains(1)).toEqual([6]);
      expect((await queries.mostEnded(9)).map(({ nodeId, ended }) => [nodeId, ended])).toEqual([
        ["m", 3],
        ["n", 1],
      ]);
      expect(await queries.mostEnded(1)).toHaveLength(1);
      expect(await queries.newestDeadByNode(5)).toEqual([
        { chainId: 5, nodeId: "save", letters: 2 },
        { chainId: 5, nodeId: null, letters: 1 },
        { chainId: 5, nodeId: "scale", letters: 1 },
      ]);
    });

    test("what a batch has not committed yet is not seen, and what it committed is, by the same reader", async () => {
      const { store, chains } = written;
      store.begin();
      chains.deadLetter(letter);
      expect(await letterIds({})).toEqual([]);
      store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
      expect(await letterIds({})).toHaveLength(1);
    });

    test("where there is no store yet, nothing was kept", async () => {
      using empty = tempFolder();
      const none = await adapter.open(empty.path);
      expect(await none.nodeCounts([1])).toEqual([]);
      expect(await none.nodeErrors(1)).toEqual([]);
      expect(await none.alarms({ accountId: null, limit: 1 })).toEqual([]);
      expect(await none.alarms({ accountId: null, ids: [1], limit: 1 })).toEqual([]);
      expect(await none.deadLetters({ accountId: null, limit: 1 })).toEqual([]);
      expect(await none.deadLetter(null, 1)).toBeNull();
      expect(await none.deadLetterCounts(1)).toEqual([]);
      expect(await none.deadLetterTotals([1])).toEqual([]);
      expect((await none.keptCounts(1)).deadLetters).toBe(0);
      expect([await none.busiestChains(1), await none.mostEnded(1), await none.newestDeadByNode(1)]).toEqual([
        [],
        [],
        [],
      ]);
      await none.close();
    });
  });
}
