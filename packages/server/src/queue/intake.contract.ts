import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../tests/harness/property-runs.ts";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { FrameWriter } from "./frame-writer.ts";
import { type Duplicates, type Intake, takeRequest, type Verdicts } from "./intake.ts";
import { FrameReader, noTimestamp } from "./packed-readings.ts";
import { isReached } from "./position.ts";
import { QueueUnavailableError } from "./queue.ts";

/** An adapter of the intake. */
export interface IntakeAdapter {
  /** If several nodes may take readings, each call for a folder opens another node. */
  open(dataDir: string, options: IntakeUnderTestOptions): Promise<IntakeUnderTest>;
  /** Whether several nodes may take readings. */
  readonly hasNodes?: boolean;
  /** Whether the store is asked for readings that the memory has forgotten; true by default. */
  readonly asksStore?: boolean;
}

export interface IntakeUnderTestOptions {
  readonly backlogBytesMax?: number;
  /** Returns when each of these readings first arrived, if the store has it and the memory does not; 0 otherwise. */
  readonly stored?: (values: readonly number[]) => Promise<number[]>;
  readonly identitiesMax?: number;
}

export interface IntakeUnderTest {
  readonly intake: Intake;
  /** The data of everything that was made durable, in order. */
  readQueue(): Promise<Uint8Array[]>;
  /** Lets the intake know that the processor has settled everything. */
  settleAll(): void | Promise<void>;
  close(): Promise<void>;
}

interface Sent {
  readonly sensorId?: number;
  readonly value: number;
  readonly seconds?: number;
  readonly metadata?: string;
}

interface Options {
  readonly arrivalMs?: number;
  readonly batteryVolts?: number | null;
  readonly number?: number;
  readonly correctionUs?: number;
}

const startMs = Date.parse("2026-06-15T12:00:00Z");
const startSeconds = startMs / 1000;

export function intakeContract(name: string, adapter: IntakeAdapter): void {
  const storeTest = adapter.asksStore === false ? leaveOut : test;
  const nodesTest = adapter.hasNodes === true ? test : leaveOut;

  describe(name, () => {
    intakeTest(
      "accepts new readings, in order, with all that belongs to them",
      async ({ take, readings }) => {
        expect(
          await take([
            { value: 1, seconds: 5, metadata: '{"a":"ü"}' },
            { value: 2, sensorId: 4 },
          ]),
        ).toMatchObject({ duplicates: null });
        expect(await readings()).toEqual([
          [1, 1, 5, '{"a":"ü"}'],
          [4, 2, noTimestamp, ""],
        ]);
      },
    );

    intakeTest("is durable when it says so, and names a position that grows", async ({ take, readings }) => {
      const first = await take([{ value: 1 }]);
      expect(await readings()).toHaveLength(1);
      const second = await take([{ value: 2 }]);
      expect(isReached(second.position, first.position)).toBeFalse();
      expect(isReached(first.position, second.position)).toBeTrue();
      expect(await readings()).toHaveLength(2);
    });

    intakeTest("never answers before `take` has returned", async ({ intake, take, pack }) => {
      await take([{ value: 1, seconds: 5 }]);
      let answers = 0;
      const answered = Promise.withResolvers<void>();
      const answer = (): void => {
        answers++;
        answered.resolve();
      };
      intake.take(pack([{ value: 1, seconds: 5 }]), { taken: answer, failed: answer });
      expect(answers).toBe(0);
      await answered.promise;
      expect(answers).toBe(1);
    });

    intakeTest("needs the request only until `take` returns", async ({ intake, pack, readings }) => {
      const request = pack([{ value: 1, seconds: 5 }]);
      const taken = takeRequest(intake, request);
      request.frame.fill(255);
      await taken;
      expect(await readings()).toEqual([[1, 1, 5, ""]]);
    });

    intakeTest("says which readings are repeats, and of what", async ({ take, readings }) => {
      await take([{ value: 1, seconds: 5 }, { value: 9 }], { arrivalMs: startMs - 1000 });
      const { duplicates } = await take([
        { value: 2, seconds: 6 },
        { value: 1, seconds: 5 },
        { value: 9 },
        { value: 1, seconds: 5, sensorId: 2 },
      ]);
      const matchedMs = startMs - 1000;
      expect(stripped(duplicates)).toEqual({
        readings: 2,
        bySensor: [[1, 2]],
        first: [
          {
            index: 1,
            sensorId: 1,
            value: 1,
            seconds: 5,
            micros: 0,
            matchedMs,
            untilMs: matchedMs + 86_400_000,
          },
          {
            index: 2,
            sensorId: 1,
            value: 9,
            seconds: noTimestamp,
            micros: 0,
            matchedMs,
            untilMs: matchedMs + 60_000,
          },
        ],
      });
      expect((await readings()).map(([sensorId, value]) => [sensorId, value])).toEqual([
        [1, 1],
        [1, 9],
        [1, 2],
        [2, 1],
      ]);
    });

    intakeTest("the time the device sent decides, not the corrected one", async ({ take }) => {
      await take([{ value: 1, seconds: 500 }]);
      expect((await take([{ value: 1, seconds: 500 }], { correctionUs: 60e6 })).duplicates?.readings).toBe(1);
      expect((await take([{ value: 1, seconds: 560 }])).duplicates).toBeNull();
    });

    intakeTest("of repeats that come at once, exactly one is accepted", async ({ take, readings }) => {
      const all = await Promise.all(Array.from({ length: 50 }, () => take([{ value: 7, seconds: 5 }])));
      expect(all.filter(({ duplicates }) => duplicates === null)).toHaveLength(1);
      expect(await readings()).toHaveLength(1);
      // A duplicate's position is one by which the first reading is durable.
      const accepted = all.find(({ duplicates }) => duplicates === null)!.position;
      for (const { position } of all) expect(isReached(accepted, position)).toBeTrue();
    });

    intakeTest("keeps a battery level that comes with nothing but repeats", async ({ take, readQueue }) => {
      await take([{ value: 1, seconds: 5 }]);
      await take([{ value: 1, seconds: 5 }], { batteryVolts: 3.3 });
      const reader = new FrameReader(Buffer.concat(await readQueue()));
      const frames: [number | null, number][] = [];
      while (reader.nextFrame()) frames.push([reader.batteryVolts, reader.skipReadings()]);
      expect(frames).toEqual([
        [null, 1],
        [3.3, 0],
      ]);
    });

    test("refuses when there is no room, remembers nothing of it, and still recognises repeats", async () => {
      await using scene = await Scene.open(adapter, { backlogBytesMax: 100 });
      const { take } = scene;
      await take([{ value: 1, seconds: 5 }]);
      await take([{ value: 2, seconds: 5 }]);
      const refused = Array.from({ length: 20 }, (_, value) => take([{ value: 10 + value, seconds: 5 }]));
      const settled = await Promise.allSettled(refused);
      expect(settled.every((one) => one.status === "rejected")).toBeTrue();
      for (const one of settled) {
        if (one.status === "rejected") expect(one.reason).toBeInstanceOf(QueueUnavailableError);
      }
      expect((await take([{ value: 1, seconds: 5 }])).duplicates?.readings).toBe(1);
      expect((await scene.readings()).map(([, value]) => value)).toEqual([1, 2]);
      await scene.settleAll();
      expect((await take([{ value: 10, seconds: 5 }])).duplicates).toBeNull();
      expect((await scene.readings()).map(([, value]) => value).at(-1)).toBe(10);
    });

    storeTest("asks the store for readings that the memory has forgotten", async () => {
      const asked: number[][] = [];
      const stored = async (values: readonly number[]): Promise<number[]> => {
        asked.push([...values]);
        return values.map((value) => (value === 1 ? startMs - 5000 : 0));
      };
      await using scene = await Scene.open(adapter, { identitiesMax: 4, stored });
      const { take } = scene;
      const before = startSeconds - 3600;
      for (let value = 1; value <= 6; value++) await take([{ value, seconds: before + value }]);
      const { duplicates } = await take([
        { value: 1, seconds: before + 1 },
        { value: 77, seconds: before + 2 },
        { value: 78, seconds: before + 60 },
      ]);
      expect(asked.at(-1)).toEqual([1, 77]);
      expect(duplicates?.first).toMatchObject([{ index: 0, value: 1, matchedMs: startMs - 5000 }]);
      expect((await scene.readings()).map(([, value]) => value)).toEqual([1, 2, 3, 4, 5, 6, 77, 78]);
    });

    test(
      "accepts every reading once, however requests repeat it and whatever arrives at once",
      async () => {
        const reading = fc.record({ value: fc.nat(5), seconds: fc.constantFrom(noTimestamp, 5, 6) });
        const request = fc.array(reading, { minLength: 1, maxLength: 30 });
        await fc.assert(
          fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 20 }), async (requests) => {
            await using scene = await Scene.open(adapter, {});
            const verdicts = await Promise.all(requests.map((one) => scene.take(one)));
            const kept = (await scene.readings()).map((one) => JSON.stringify(one));
            expect(new Set(kept).size).toBe(kept.length);
            const sent = requests.flat().map(({ value, seconds }) => JSON.stringify([1, value, seconds, ""]));
            expect(new Set(kept)).toEqual(new Set(sent));
            const repeats = verdicts.reduce((sum, { duplicates }) => sum + (duplicates?.readings ?? 0), 0);
            expect(kept.length + repeats).toBe(sent.length);
          }),
          { numRuns: propertyRuns(20) },
        );
      },
      propertyTimeoutMs,
    );

    nodesTest("a node recognises what another one has answered", async () => {
      await using scene = await Scene.open(adapter, {});
      await using other = await scene.openNode(adapter);
      await using third = await scene.openNode(adapter);
      const old = { value: 3, seconds: startSeconds - 80_000, metadata: '{"a":1}' };
      const first = await scene.take([{ value: 1, seconds: 5 }, { value: 2 }, old], {
        arrivalMs: startMs - 1000,
      });
      const { position, duplicates } = await other.take([
        { value: 4, seconds: 5 },
        old,
        { value: 2 },
        { value: 1, seconds: 5 },
        { value: 1, seconds: 6 },
        { value: 1, seconds: 5, sensorId: 2 },
      ]);
      expect(duplicates?.first.map(({ index }) => index)).toEqual([1, 2, 3]);
      expect(duplicates?.first.every(({ matchedMs }) => matchedMs === startMs - 1000)).toBeTrue();
      expect(isReached(first.position, position)).toBeTrue();
      // A request of only repeats appends nothing, but its position is still that of the readings it repeats.
      const repeated = await third.take([{ value: 2 }, old]);
      expect(repeated.duplicates?.readings).toBe(2);
      expect(isReached(first.position, repeated.position)).toBeTrue();
      expect(await scene.readings()).toHaveLength(6);
    });

    nodesTest("of repeats that come to nodes at once, each accepts at most one", async () => {
      await using scene = await Scene.open(adapter, {});
      await using other = await scene.openNode(adapter);
      const all = await Promise.all(
        Array.from({ length: 50 }, (_, nth) =>
          (nth % 2 === 0 ? scene : other).take([{ value: 7, seconds: 5 }]),
        ),
      );
      const accepted = all.filter(({ duplicates }) => duplicates === null).length;
      expect([1, 2]).toContain(accepted);
      expect(await scene.readings()).toHaveLength(accepted);
    });

    function intakeTest(guarantee: string, work: (scene: Scene) => Promise<void>): void {
      test(guarantee, async () => {
        await using scene = await Scene.open(adapter, {});
        await work(scene);
      });
    }
  });
}

/** Stands for `test` where an adapter does not make the promise. */
function leaveOut(_guarantee: string, _work: () => Promise<void>): void {}

class Scene implements AsyncDisposable {
  readonly #folder: ReturnType<typeof tempFolder>;
  readonly #opened: IntakeUnderTest;
  #requests = 0;

  static async open(adapter: IntakeAdapter, options: IntakeUnderTestOptions): Promise<Scene> {
    const folder = tempFolder();
    return new Scene(folder, await adapter.open(folder.path, options));
  }

  /** Opens another node of the same installation. */
  async openNode(adapter: IntakeAdapter): Promise<Scene> {
    return new Scene(
      { path: this.#folder.path, [Symbol.dispose]: () => undefined },
      await adapter.open(this.#folder.path, {}),
    );
  }

  private constructor(folder: ReturnType<typeof tempFolder>, opened: IntakeUnderTest) {
    this.#folder = folder;
    this.#opened = opened;
  }

  get intake(): Intake {
    return this.#opened.intake;
  }

  readonly readQueue = (): Promise<Uint8Array[]> => this.#opened.readQueue();

  async settleAll(): Promise<void> {
    await this.#opened.settleAll();
  }

  readonly pack = (sent: readonly Sent[], options: Options = {}): FrameWriter => {
    const { arrivalMs = startMs, batteryVolts = null, correctionUs = 0 } = options;
    const frame = new FrameWriter(64);
    const request = { boot: 1, number: ++this.#requests };
    frame.begin({ deviceId: 7, arrivalUs: arrivalMs * 1000, batteryVolts, request });
    for (const { sensorId = 1, value, seconds = noTimestamp, metadata = "" } of sent) {
      const atUs = seconds === noTimestamp ? arrivalMs * 1000 : seconds * 1e6 + correctionUs;
      frame.add(sensorId, value, atUs, seconds, 0, metadata);
    }
    frame.finish();
    return frame;
  };

  readonly take = (sent: readonly Sent[], options: Options = {}): Promise<Verdicts> =>
    takeRequest(this.intake, this.pack(sent, options));

  /** Everything that is durable: sensor, value, seconds, metadata. */
  readonly readings = async (): Promise<[number, number, number, string][]> => {
    const reader = new FrameReader(Buffer.concat(await this.readQueue()));
    const readings: [number, number, number, string][] = [];
    while (reader.nextFrame()) {
      while (reader.nextReading())
        readings.push([reader.sensorId, reader.value, reader.deviceSeconds, reader.metadata]);
    }
    return readings;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.close();
    this.#folder[Symbol.dispose]();
  }
}

/** Returns only the fields that the port has. */
function stripped(duplicates: Duplicates | null): Duplicates | null {
  if (duplicates === null) return null;
  const { readings, bySensor, first } = duplicates;
  return { readings, bySensor, first };
}
