import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Severity } from "@weir/protocol/closed-sets";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import type { AccountScope } from "./account-scope.ts";
import type { AlarmQuery } from "./alarms/queries.ts";
import type { AlarmRecord, RaisedAlarm } from "./alarms/record.ts";
import type { ChainQueries } from "./chain-queries.ts";
import type { DeadLetterQuery } from "./dead-letters/queries.ts";
import type { DeadLetter } from "./dead-letters/record.ts";
import type { OutboxStore } from "./outbox/outbox-store.ts";
import { claimOf } from "./outbox/test-claims.ts";
import type { AlarmChange } from "./settlement.ts";
import { type OwnedStore, TestOwner } from "./test-owner.ts";

export interface ChainQueriesAdapter {
  /** Opens what the processor and a deliverer write with. */
  openStore(dataDir: string): Promise<OwnedStore & { readonly outbox: OutboxStore }>;
  open(dataDir: string): Promise<ChainQueries>;
}

const alarm: RaisedAlarm = {
  accountId: 1,
  deviceId: 2,
  sensorId: 3,
  chainId: 5,
  nodeId: "hot",
  name: "too hot",
  severity: "critical",
  message: "It is too hot.",
  raisedUs: 1000,
  value: 99.5,
};
const letter: DeadLetter = {
  accountId: 1,
  deviceId: 2,
  sensorId: 3,
  chainId: 5,
  chainVersion: 7,
  nodeId: "save",
  reason: "no such sensor",
  diedMs: 1_780_000_000_000,
  nodeInput: '{"value":1,"metadata":""}',
  atUs: 1_780_000_000_000_000,
  value: -0.5,
  receivedUs: 1_780_000_000_000_001,
  // In this year a double cannot hold every microsecond.
  deviceUs: 250_000_000_000_000_001n,
  metadata: '{"a":1}',
  batteryVolts: 3.7,
  raw: null,
};

/** Checks what every adapter of ChainQueries promises, on the real engine beside the writer. */
export function chainQueriesContract(name: string, adapter: ChainQueriesAdapter): void {
  describe(`${name}: what chains have kept`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let written: OwnedStore & { readonly outbox: OutboxStore };
    let owner: TestOwner;
    let queries: ChainQueries;
    let lastId: number;

    /** Raises one alarm per argument and resolves to their ids. */
    const raise = async (...changed: readonly Partial<RaisedAlarm>[]): Promise<number[]> => {
      const alarms = changed.map((one): AlarmChange => {
        return { kind: "raised", id: ++lastId, alarm: { ...alarm, ...one } };
      });
      await owner.commit({ alarms });
      return alarms.map(({ id }) => id);
    };
    const acknowledged = (id: number): AlarmChange => {
      return { kind: "acknowledged", id, acknowledgedMs: 1, acknowledgedBy: "ada" };
    };
    const cleared = (id: number): AlarmChange => ({ kind: "cleared", id, clearedUs: 2, clearedBy: null });
    const bury = async (...changed: readonly Partial<DeadLetter>[]): Promise<void> => {
      await owner.commit({ deadLetters: changed.map((one) => ({ ...letter, ...one, id: ++lastId })) });
    };
    const send = async (...keys: string[]): Promise<void> => {
      const message = { kind: "mail", to: ["ada@example.org"], subject: "s", text: "t" } as const;
      const from = { accountId: 1, sensorId: 3, chainId: 5, nodeId: "mail" };
      await owner.commit({
        messages: keys.map((key) => ({ ...from, key, destination: "mail", message, nowMs: 1 })),
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
      written = await adapter.openStore(folder.path);
      owner = await TestOwner.of(written);
      queries = await adapter.open(folder.path);
      lastId = 0;
    });
    afterEach(async () => {
      await queries.close();
      await written.close();
      folder[Symbol.dispose]();
    });

    test("returns counts and last errors of the requested chains", async () => {
      const count = { chainId: 5, nodeId: "limit", output: "true", readings: 2, ended: 1 };
      const error = { chainId: 5, nodeId: "limit", sensorId: 3, happenedMs: 9, reason: "why" };
      await owner.commit({
        nodeCounts: [count, { ...count, chainId: 6 }, { ...count, chainId: 7 }],
        nodeErrors: [{ ...error, reason: "an earlier one" }, error, { ...error, chainId: 6 }],
      });
      expect(await queries.nodeCounts([5])).toEqual([count]);
      expect((await queries.nodeCounts([5, 7, 99])).map(({ chainId }) => chainId)).toEqual([5, 7]);
      expect(await queries.nodeCounts([])).toEqual([]);
      expect(await queries.nodeErrors(5)).toEqual([error]);
      expect(await queries.nodeErrors(99)).toEqual([]);
    });

    test("finds an alarm with its whole history", async () => {
      const [id] = (await raise({})) as [number];
      const { value: raisedValue, ...raised } = alarm;
      const open = {
        id,
        ...raised,
        ruleId: null,
        raisedValue,
        lastUs: 1000,
        lastValue: 99.5,
        readings: 1,
        acknowledgedMs: null,
        acknowledgedBy: null,
        clearedUs: null,
        clearedBy: null,
        clearReason: null,
        warningUs: null,
        criticalUs: null,
        worstValue: null,
      };
      expect(await alarmOf(1, id)).toEqual(open);
      await owner.changeAlarms(
        { kind: "found active", id, lastUs: 2000, lastValue: 101, readings: 4 },
        { kind: "acknowledged", id, acknowledgedMs: 5, acknowledgedBy: "ada" },
        { kind: "cleared", id, clearedUs: 3000, clearedBy: "bob" },
      );
      expect(await alarmOf(1, id)).toEqual({
        ...open,
        lastUs: 2000,
        lastValue: 101,
        readings: 5,
        acknowledgedMs: 5,
        acknowledgedBy: "ada",
        clearedUs: 3000,
        clearedBy: "bob",
      });
      expect(await alarmOf(1, id + 1)).toBeNull();
    });

    test("keeps how an alarm became graver, and when, also if it happens in the batch that raised it", async () => {
      const rose = (id: number, severity: Severity, roseUs: number) =>
        ({ kind: "rose", id, severity, message: `It is ${severity}.`, roseUs }) as const;
      const info = { ...alarm, severity: "info" } as const;
      await owner.changeAlarms(
        { kind: "raised", id: 1, alarm: info },
        { kind: "raised", id: 2, alarm: { ...info, sensorId: 4 } },
        rose(2, "warning", 2000),
      );
      expect(await alarmOf(1, 2)).toMatchObject({ severity: "warning", warningUs: 2000, criticalUs: null });
      await owner.changeAlarms(
        rose(1, "warning", 2500),
        rose(1, "critical", 3000),
        rose(2, "critical", 3500),
      );
      const critical = { severity: "critical", message: "It is critical." };
      expect(await alarmOf(1, 1)).toMatchObject({ ...critical, warningUs: 2500, criticalUs: 3000 });
      expect(await alarmOf(1, 2)).toMatchObject({ ...critical, warningUs: 2000, criticalUs: 3500 });
      expect((await queries.alarmCounts(1, 10)).active).toEqual({ info: 0, warning: 0, critical: 2 });
      await owner.changeAlarms({ kind: "found active", id: 1, lastUs: 9, lastValue: 9, readings: 1 });
      expect(await alarmOf(1, 1)).toMatchObject({ ...critical, criticalUs: 3000, lastValue: 9 });
    });

    test("keeps the worst value of an alarm after it is over, also if it is cleared in the batch that raised it", async () => {
      const { chainId, nodeId, ...others } = alarm;
      const fired = { ...others, ruleId: 7, readings: 1, worstValue: 99.5 } as const;
      const found = (id: number, lastValue: number, worstValue: number | null) =>
        ({ kind: "found active", id, lastUs: 2000, lastValue, readings: 1, worstValue }) as const;
      await owner.changeAlarms(
        { kind: "rule fired", id: 1, alarm: fired },
        { kind: "rule fired", id: 2, alarm: { ...fired, sensorId: 4 } },
        found(2, 98, 101),
        cleared(2),
      );
      expect(await alarmOf(1, 1)).toMatchObject({ lastValue: 99.5, worstValue: 99.5 });
      expect(await alarmOf(1, 2)).toMatchObject({ lastValue: 98, worstValue: 101, clearedUs: 2 });
      await owner.changeAlarms(found(1, 102, 102), found(1, 97, 103));
      expect(await alarmOf(1, 1)).toMatchObject({ lastValue: 97, worstValue: 103 });
      // A change that does not know it leaves it as it is.
      const { worstValue, ...unknown } = found(1, 95, null);
      await owner.changeAlarms(found(1, 96, null), unknown, cleared(1));
      expect(await alarmOf(1, 1)).toMatchObject({ lastValue: 95, worstValue: 103, clearedUs: 2 });
    });

    test("keeps why the server cleared the alarm of an alert rule", async () => {
      const { chainId, nodeId, ...others } = alarm;
      const fired = { ...others, readings: 1 } as const;
      const clearing = { clearedUs: 2000, clearedBy: null };
      await owner.changeAlarms({ kind: "rule fired", id: 1, alarm: { ...fired, ruleId: 7 } });
      await owner.changeAlarms(
        { kind: "cleared", id: 1, ...clearing, reason: "rule_not_applicable" },
        { kind: "rule fired", id: 2, alarm: { ...fired, ruleId: 7 } },
        { kind: "cleared", id: 2, ...clearing, reason: "rule_deleted" },
      );
      await owner.changeAlarms({ kind: "acknowledged", id: 1, acknowledgedMs: 5, acknowledgedBy: "ada" });
      expect(await alarmOf(1, 1)).toMatchObject({ clearedUs: 2000, clearReason: "rule_not_applicable" });
      expect(await alarmOf(1, 2)).toMatchObject({ clearedUs: 2000, clearReason: "rule_deleted" });
    });

    test("lists alarms newest first, by device, sensor, chain, state and severity, page by page", async () => {
      const [hot, cold, other, info] = (await raise(
        {},
        { name: "too cold" },
        { deviceId: 8, sensorId: 9 },
        { sensorId: 4, chainId: 6, severity: "info" },
      )) as [number, number, number, number];
      await owner.changeAlarms(acknowledged(cold), acknowledged(other), cleared(other));
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

    test("finds a dead letter with everything known about it", async () => {
      await bury({});
      const [kept] = await queries.deadLetters({ accountId: 1, limit: 1 });
      expect(kept).toEqual({ ...letter, id: kept!.id });
      expect(await queries.deadLetter(1, kept!.id)).toEqual(kept!);
      expect(await queries.deadLetter(1, kept!.id + 1)).toBeNull();
    });

    test("lists dead letters newest first, by device, sensor, chain and node, page by page", async () => {
      await bury({}, { deviceId: 8, sensorId: 9 }, { chainId: 6 }, { nodeId: "scale" });
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

    test("finds within an account nothing of another one, nor what belongs to none", async () => {
      await bury({}, { accountId: 2 }, { accountId: null });
      const ids = await raise({}, { accountId: 2, sensorId: 4 });
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
      // A caller without types must not be mistaken for the operator.
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
      await bury(...[0, 1, 2, 3].map((accountId) => ({ accountId })));
      const raised = await raise(
        {},
        { accountId: 2, sensorId: 4 },
        { sensorId: 5, severity: "warning" },
        { sensorId: 6 },
      );
      await owner.changeAlarms(cleared(raised[3]!));
      await send("a", "b", "c", "d", "e", "f");
      const waiting = await written.outbox.due(1, {
        max: 9,
        perLaneMax: 9,
        withoutDestinations: new Set(),
        withoutAccounts: new Set(),
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

    test("counts alarms that are not over by account, severity and device", async () => {
      const none = { info: 0, warning: 0, critical: 0 };
      expect(await queries.alarmCounts(1, 10)).toEqual({
        active: none,
        unacknowledged: none,
        newestId: null,
      });
      const [, second, , fourth, newest, theirs] = (await raise(
        { deviceId: 2, sensorId: 3, severity: "warning" },
        { deviceId: 2, sensorId: 4, severity: "critical" },
        { deviceId: 3, sensorId: 5, severity: "info" },
        { deviceId: 3, sensorId: 6, severity: "critical" },
        { deviceId: 4, sensorId: 7, severity: "warning" },
        { accountId: 2, deviceId: 9, sensorId: 8 },
      )) as [number, number, number, number, number, number];
      await owner.changeAlarms(acknowledged(second), cleared(fourth), cleared(newest));
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
      const ofFirst = { deviceId: 2, active: 2, unacknowledged: 1, severity: "critical" } as const;
      const ofSecond = { deviceId: 3, active: 1, unacknowledged: 1, severity: "info" } as const;
      expect(await queries.deviceAlarms(1)).toEqual([ofFirst, ofSecond]);
      expect(await queries.deviceAlarms(1, [3, 4, 9, 99])).toEqual([ofSecond]);
      expect(await queries.deviceAlarms(1, [])).toEqual([]);
    });

    test("lists the busiest chains, the most frequent ends and the nodes with most letters first", async () => {
      const count = { nodeId: "n", output: "out" };
      await owner.commit({
        nodeCounts: [
          { ...count, chainId: 5, readings: 7, ended: 1 },
          { ...count, chainId: 5, nodeId: "m", readings: 3, ended: 3 },
          { ...count, chainId: 6, readings: 9, ended: 0 },
        ],
      });
      await bury(...["old", "save", "scale", "save", null].map((nodeId) => ({ nodeId })));
      await bury({ chainId: null, accountId: null });
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

    test("does not show what a failed batch wrote, and shows the next commit to the same reader", async () => {
      await owner.commitInVain({ deadLetters: [{ ...letter, id: ++lastId }] });
      expect(await letterIds({})).toEqual([]);
      await bury({});
      expect(await letterIds({})).toHaveLength(1);
    });

    test("finds devices of all accounts with an active silence alarm", async () => {
      const silence = { name: "Device silent", severity: "warning", message: "No request." } as const;
      const fellSilent = (accountId: number, deviceId: number): AlarmChange => {
        const of = { ...silence, accountId, deviceId, raisedUs: 5000, lastUs: 1000 };
        return { kind: "fell silent", id: ++lastId, alarm: of };
      };
      await owner.changeAlarms(fellSilent(1, 2), fellSilent(2, 9), fellSilent(1, 5), cleared(3));
      await raise({ deviceId: 7 });
      expect((await queries.devicesWithSilenceAlarm()).sort()).toEqual([2, 9]);
      expect(await alarmOf(1, 1)).toMatchObject({
        sensorId: null,
        chainId: null,
        nodeId: null,
        raisedUs: 5000,
        raisedValue: null,
        lastUs: 1000,
        lastValue: null,
        readings: 0,
      });
    });

    test("returns nothing if there is no store yet", async () => {
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
