import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { SavedReadings } from "./saved-readings.ts";
import type { StoredIdentities } from "./stored-identities.ts";

export interface StoredIdentitiesAdapter {
  open(dataDir: string): Promise<OpenedIdentities>;
}

export interface OpenedIdentities {
  readonly identities: StoredIdentities;
  /** Commits the readings in one batch. */
  save(saves: SavedReadings): Promise<unknown>;
  close(): Promise<void>;
}

const second = 1e6;
const receivedMs = 2_000_000_000_000;

interface Sent {
  readonly sensorId: number;
  readonly value: number;
  readonly seconds: number;
  readonly atUs?: number;
}

function series(sensorId: number, from: number, count: number): Sent[] {
  return Array.from({ length: count }, (_, nth) => ({ sensorId, value: nth, seconds: from + nth }));
}

/** Checks what every adapter of StoredIdentities promises, on the real engine. */
export function storedIdentitiesContract(name: string, adapter: StoredIdentitiesAdapter): void {
  describe(`${name}: stored identities`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let opened: OpenedIdentities;

    beforeEach(async () => {
      folder = tempFolder();
      opened = await adapter.open(folder.path);
    });

    afterEach(async () => {
      await opened.close();
      folder[Symbol.dispose]();
    });

    /** Saves in one batch. Sixteen or more readings of a sensor become a block, fewer become rows. */
    async function save(...readings: readonly Sent[]): Promise<void> {
      const saves = new SavedReadings();
      for (const { sensorId, value, seconds, atUs = seconds * second } of readings) {
        saves.add(sensorId, atUs, value, receivedMs * 1000, seconds, 0, "");
      }
      await opened.save(saves);
    }

    async function find(readings: readonly Sent[], spreadUs = 0): Promise<boolean[]> {
      const found = await opened.identities.receivedMs({
        sensorIds: readings.map(({ sensorId }) => sensorId),
        values: readings.map(({ value }) => value),
        seconds: readings.map(({ seconds }) => seconds),
        micros: readings.map(() => 0),
        atUs: readings.map(({ seconds, atUs = seconds * second }) => atUs),
        spreadUs,
      });
      return found.map((ms) => {
        if (ms !== 0) expect(ms).toBe(receivedMs);
        return ms !== 0;
      });
    }

    test("are found in rows and in blocks, in any order", async () => {
      const rows = [...series(1, 100, 3), ...series(2, 500, 3)];
      await save(...rows);
      await save(...series(2, 1000, 40));
      const asked = [...series(2, 1000, 40).reverse(), ...rows, { sensorId: 3, value: 0, seconds: 100 }];
      expect(await find(asked)).toEqual([...asked.slice(1).map(() => true), false]);
    });

    test("differ by value, sensor or time", async () => {
      await save(...series(1, 100, 3));
      await save(...series(1, 1000, 40));
      for (const seconds of [101, 1001]) {
        expect(await find([{ sensorId: 1, value: 1, seconds }])).toEqual([true]);
        expect(await find([{ sensorId: 1, value: 1.5, seconds }])).toEqual([false]);
        expect(await find([{ sensorId: 2, value: 1, seconds }])).toEqual([false]);
        expect(await find([{ sensorId: 1, value: 1, seconds: seconds + 0.5 }])).toEqual([false]);
      }
    });

    test("are found by what the device sent if its clock was corrected", async () => {
      const sent = { sensorId: 1, value: 7, seconds: 100 };
      await save({ ...sent, atUs: 103 * second });
      expect(await find([sent])).toEqual([false]);
      expect(await find([sent], 3 * second)).toEqual([true]);
      expect(await find([{ ...sent, seconds: 101 }], 3 * second)).toEqual([false]);
    });

    test("leave free what lies between them, in rows and in blocks", async () => {
      const around = (seconds: number) => opened.identities.freeAround(1, seconds * second);
      const [before, after] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      expect(await around(100)).toEqual({ afterUs: before, beforeUs: after });
      await save({ sensorId: 1, value: 1, seconds: 100 });
      await save({ sensorId: 1, value: 1, seconds: 200 }, { sensorId: 2, value: 1, seconds: 150 });
      expect(await around(50)).toEqual({ afterUs: before, beforeUs: 100 * second });
      expect(await around(100)).toBeNull();
      expect(await around(150)).toEqual({ afterUs: 100 * second, beforeUs: 200 * second });
      expect(await around(201)).toEqual({ afterUs: 200 * second, beforeUs: after });
      await save(...series(1, 1000, 40));
      expect(await around(999)).toEqual({ afterUs: 200 * second, beforeUs: 1000 * second });
      expect(await around(1010)).toBeNull();
      expect(await around(1010.5)).toEqual({ afterUs: 1010 * second, beforeUs: 1011 * second });
      expect(await around(1039)).toBeNull();
      expect(await around(1040)).toEqual({ afterUs: 1039 * second, beforeUs: after });
      await save({ sensorId: 1, value: 1, seconds: 2000 });
      expect(await around(1500)).toEqual({ afterUs: 1039 * second, beforeUs: 2000 * second });
    });

    test("have the newest time of a sensor from its rows or blocks, as stored or as sent", async () => {
      expect(await opened.identities.newestUs(1)).toBe(-1);
      await save({ sensorId: 1, value: 1, seconds: 100, atUs: 90 * second });
      expect(await opened.identities.newestUs(1)).toBe(100 * second);
      await save(...series(1, 1000, 40));
      expect(await opened.identities.newestUs(1)).toBe(1039 * second);
      await save({ sensorId: 1, value: 1, seconds: 2000 });
      expect(await opened.identities.newestUs(1)).toBe(2000 * second);
    });
  });
}
