import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { type Ownership, OwnershipLostError } from "../queue/ownership.ts";
import { onlyPartition } from "../queue/position.ts";
import { at } from "../queue/test-positions.ts";
import type { RaisedAlarm, SilenceAlarmRecord } from "./alarms/record.ts";
import type { KeptDeadLetter } from "./dead-letters/record.ts";
import type { OwnerQueries } from "./owner-queries.ts";
import { StalePositionError } from "./partition-progress.ts";
import { SavedReadings } from "./readings/saved-readings.ts";
import type { AlarmChange, SettledBatch, Settlement } from "./settlement.ts";
import { StoreFault } from "./store-fault.ts";

/** Everything that a batch writes besides its position. */
export const subjects = [
  "readings",
  "batteryLevels",
  "states",
  "alarms",
  "deadLetters",
  "messages",
  "nodeCounts",
  "nodeErrors",
  "statistics",
  "fates",
  "unsavedEnds",
  "chainUses",
  "parked",
] as const;

export type Subject = (typeof subjects)[number];

export interface SettlementAdapter {
  /** Each call opens the store as a new process would. */
  open(dataDir: string): Promise<OpenedSettlement>;
  /** Makes the real engine fail when this subject is written, until it is mended. */
  breakSubject(dataDir: string, subject: Subject): Promise<{ mend(): Promise<void> }>;
  /** Whether a commit survives a power cut as soon as it resolves, or only together with later commits. */
  readonly syncs: "each commit" | "many commits at once";
  /** How much of the queue may be settled before that is made durable without a rest; 16 MiB if left out. */
  readonly syncsEveryBytes?: number;
  /** Counts the rows of everything that batches write. */
  countRows(dataDir: string): Promise<Record<Subject, number>>;
}

export interface OpenedSettlement {
  readonly settlement: Settlement;
  readonly queries: OwnerQueries;
  readonly ownership: Ownership;
  close(): Promise<void>;
}

const node = { chainId: 5, nodeId: "n1" };
const source = { accountId: 1, deviceId: 2, sensorId: 3 };
const nothing = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const alarm: RaisedAlarm = {
  ...node,
  ...source,
  name: "hot",
  severity: "critical",
  message: "Too hot.",
  raisedUs: 1,
  value: 2,
};
const silence: SilenceAlarmRecord = {
  accountId: 1,
  deviceId: 2,
  name: "Device silent",
  severity: "warning",
  message: "No request.",
  raisedUs: 5000,
  lastUs: 1000,
};
const letter: KeptDeadLetter = {
  ...node,
  ...source,
  id: 1,
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

/** A batch that writes something of every subject. It saves one reading. */
function batch(from: number, to: number): SettledBatch {
  const saves = new SavedReadings();
  saves.add(3, from, 21.5, 1000, -1, 0, "");
  const id = from + 1;
  return {
    from: at(from),
    to: at(to),
    mustLast: false,
    queueBytes: 10,
    lastEntries: null,
    saves,
    batteryLevels: [{ deviceId: 2, receivedUs: id, volts: 3.7 }],
    states: [{ node, sensorId: id, state: new Uint8Array([1]) }],
    alarms: [
      { kind: "raised", id, alarm: { ...alarm, name: `hot ${id}` } },
      { kind: "found active", id, lastUs: 9, lastValue: 9, readings: 1 },
    ],
    deadLetters: [{ ...letter, id }],
    removedLetterIds: [],
    messages: [
      {
        ...node,
        ...source,
        key: `msg_${id}`,
        destination: "mail",
        nowMs: 1,
        message: { kind: "mail", to: ["a@example.com"], subject: "hot", text: "Too hot." },
      },
    ],
    nodeCounts: [{ ...node, output: `out ${id}`, readings: 1, ended: 0 }],
    nodeErrors: [{ ...node, nodeId: `n${id}`, sensorId: 3, happenedMs: 1, reason: "no such unit" }],
    statistics: {
      counts: [{ ...source, sensorId: id, ...nothing, accepted: 1, saved: 1, duplicates: 0, rejected: {} }],
      nowMs: 1_780_000_000_000,
    },
    unsavedEnds: [
      {
        ...node,
        ...source,
        deviceId: id,
        fate: "ended",
        chainVersion: 7,
        output: "out",
        value: 2,
        firstMs: 1,
        lastMs: 1,
      },
    ],
    chainUses: [{ deviceId: 2, sensorId: id, chainId: 5, chainVersion: 7, fromPosition: at(from) }],
    parked: [
      {
        accountId: 1,
        deviceId: 2,
        position: at(to),
        firstOrdinal: 1,
        readings: 1,
        due: null,
        data: new Uint8Array([1]),
      },
    ],
    keptFrames: [],
    settledFrameIds: [],
    forgottenSensorIds: [],
    forgottenChainIds: [],
    complete: (alreadyStored) => ({
      counts: { saved: 1 - alreadyStored.length, alreadyStored: alreadyStored.length, ended: 0, dead: 1 },
      fates: {
        lastArrivalMs: 1,
        ends: [{ ...node, fate: "ended", chainVersion: 7, output: "out", onPurpose: true }],
        runs: [{ requestBoot: 1, requestNumber: id, first: 0, readings: 1, end: 0, letterId: null }],
      },
    }),
  };
}

/** Checks what every settlement promises (see settlement.ts), on the real engine. */
export function settlementContract(name: string, adapter: SettlementAdapter): void {
  describe(`${name}: a batch`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let opened: OpenedSettlement;
    let epoch: number;
    const others: OpenedSettlement[] = [];
    const isSynced = adapter.syncs === "each commit";

    beforeEach(async () => {
      folder = tempFolder();
      opened = await adapter.open(folder.path);
      ({ epoch } = await opened.ownership.take(onlyPartition));
    });

    afterEach(async () => {
      for (const one of [opened, ...others.splice(0)]) await one.close();
      folder[Symbol.dispose]();
    });

    const rows = (): Promise<Record<Subject, number>> => adapter.countRows(folder.path);
    const each = (count: number) => Object.fromEntries(subjects.map((subject) => [subject, count]));

    test("becomes visible as a whole, with the position", async () => {
      expect(await opened.settlement.commit(batch(0, 10), epoch)).toEqual([]);
      expect(await rows()).toEqual(each(1) as Record<Subject, number>);
      expect(await opened.queries.progress(onlyPartition)).toEqual({
        ...nothing,
        position: at(10),
        saved: 1,
        dead: 1,
      });
      expect(await opened.queries.lastIds()).toEqual({ alarm: 1, deadLetter: 1 });
      expect(await opened.settlement.commit(batch(10, 20), epoch)).toEqual([]);
      expect(await opened.queries.progress(onlyPartition)).toEqual({
        ...nothing,
        position: at(20),
        saved: 2,
        dead: 2,
      });
    });

    for (const subject of subjects) {
      test(`is a StoreFault and leaves nothing behind when its ${subject} cannot be written`, async () => {
        const engine = await adapter.breakSubject(folder.path, subject);
        const failed = await opened.settlement.commit(batch(0, 10), epoch).catch((error) => error);
        expect(failed).toBeInstanceOf(StoreFault);
        await engine.mend();
        expect(await rows()).toEqual(each(0) as Record<Subject, number>);
        expect(await opened.queries.progress(onlyPartition)).toEqual({ ...nothing, position: at(0) });
        await opened.settlement.commit(batch(0, 10), epoch);
        expect(await rows()).toEqual(each(1) as Record<Subject, number>);
      });
    }

    test("is refused, with nothing written, under the epoch of an earlier owner", async () => {
      const other = await adapter.open(folder.path);
      others.push(other);
      const later = await other.ownership.take(onlyPartition);
      const refused = await opened.settlement.commit(batch(0, 10), epoch).catch((error) => error);
      expect(refused).toBeInstanceOf(OwnershipLostError);
      expect(await rows()).toEqual(each(0) as Record<Subject, number>);
      await other.settlement.commit(batch(0, 10), later.epoch);
      expect(await rows()).toEqual(each(1) as Record<Subject, number>);
    });

    test("is refused, with nothing written, for a partition that is not owned", async () => {
      const place = (sequence: number) => ({ partition: onlyPartition + 1, sequence });
      const elsewhere = { ...batch(0, 10), from: place(0), to: place(10) };
      const refused = await opened.settlement.commit(elsewhere, epoch).catch((error) => error);
      expect(refused).toBeInstanceOf(OwnershipLostError);
      expect(await rows()).toEqual(each(0) as Record<Subject, number>);
      expect(await opened.queries.progress(onlyPartition)).toEqual({ ...nothing, position: at(0) });
    });

    test("changes nothing when it is committed again because its outcome is unknown", async () => {
      const inDoubt = batch(0, 10);
      await opened.settlement.commit(inDoubt, epoch);
      const again = await opened.settlement.commit(inDoubt, epoch).catch((error) => error);
      expect(again).toBeInstanceOf(StalePositionError);
      expect(await rows()).toEqual(each(1) as Record<Subject, number>);
      expect(await opened.queries.progress(onlyPartition)).toEqual({
        ...nothing,
        position: at(10),
        saved: 1,
        dead: 1,
      });
    });

    test("is counted by the readings that the store had already", async () => {
      await opened.settlement.commit(batch(0, 10), epoch);
      const repeated = { ...batch(10, 20), saves: batch(0, 10).saves };
      expect(await opened.settlement.commit(repeated, epoch)).toEqual([0]);
      expect((await rows()).readings).toBe(1);
      expect(await opened.queries.progress(onlyPartition)).toEqual({
        position: at(20),
        saved: 1,
        alreadyStored: 1,
        ended: 0,
        dead: 2,
      });
    });

    test("returns the index of each save that was stored already", async () => {
      const many = (from: number) => {
        const saves = new SavedReadings();
        for (let nth = 0; nth < 40_000; nth++) saves.add(3, nth, nth % 7, 1000, -1, 0, "");
        saves.add(4, from, 1, 1000, -1, 0, "");
        return { ...batch(from, from + 10), saves };
      };
      expect(await opened.settlement.commit(many(0), epoch)).toEqual([]);
      const alreadyStored = await opened.settlement.commit(many(10), epoch);
      expect(alreadyStored).toHaveLength(40_000);
      expect(Math.max(...alreadyStored.slice(-1000))).toBeLessThan(40_000);
    });

    test("raises silence alarms, at most one active alarm per device", async () => {
      const of = (from: number, ...alarms: AlarmChange[]) => ({ ...batch(from, from + 10), alarms });
      const fellSilent = (id: number, deviceId: number): AlarmChange => {
        return { kind: "fell silent", id, alarm: { ...silence, deviceId, lastUs: id } };
      };
      await opened.settlement.commit(of(0, fellSilent(1, 2), fellSilent(2, 3)), epoch);
      const second = await opened.settlement.commit(of(10, fellSilent(3, 2)), epoch).catch((error) => error);
      expect(second).toBeInstanceOf(StoreFault);
      expect(await opened.queries.progress(onlyPartition)).toMatchObject({ position: at(10) });
      const cleared: AlarmChange = { kind: "cleared", id: 1, clearedUs: 6000, clearedBy: null };
      await opened.settlement.commit(of(10, cleared), epoch);
      const newest = async () => [...(await opened.queries.silenceAlarms([2, 3, 4]))];
      expect(await newest()).toMatchObject([
        [
          2,
          { id: 1, name: "Device silent", severity: "warning", lastUs: 1, isCleared: true, clearedBy: null },
        ],
        [3, { id: 2, isCleared: false }],
      ]);
      await opened.settlement.commit(of(20, fellSilent(3, 2)), epoch);
      expect((await newest())[0]).toMatchObject([2, { id: 3, isCleared: false }]);
    });

    test("is durable when the store has rested", async () => {
      await opened.settlement.commit(batch(0, 10), epoch);
      expect(await opened.settlement.durable(onlyPartition)).toEqual(at(isSynced ? 10 : 0));
      expect(await opened.settlement.rest(onlyPartition)).toEqual(at(10));
      expect(await opened.settlement.durable(onlyPartition)).toEqual(at(10));
    });

    test("becomes durable with others once the queue would keep too much for them, without a rest", async () => {
      const half = { queueBytes: (adapter.syncsEveryBytes ?? 16 * 1024 * 1024) / 2 };
      await opened.settlement.commit({ ...batch(0, 10), ...half }, epoch);
      expect(await opened.settlement.durable(onlyPartition)).toEqual(at(isSynced ? 10 : 0));
      await opened.settlement.commit({ ...batch(10, 20), ...half }, epoch);
      expect(await opened.settlement.durable(onlyPartition)).toEqual(at(20));
      await opened.settlement.commit({ ...batch(20, 30), ...half }, epoch);
      expect(await opened.settlement.durable(onlyPartition)).toEqual(at(isSynced ? 30 : 20));
    });

    test("may have to last, and then survives a power cut without a rest", async () => {
      await opened.settlement.commit({ ...batch(0, 10), mustLast: true }, epoch);
      expect(await opened.queries.progress(onlyPartition)).toMatchObject({ position: at(10), saved: 1 });
      expect(await opened.settlement.rest(onlyPartition)).toEqual(at(10));
    });
  });
}
