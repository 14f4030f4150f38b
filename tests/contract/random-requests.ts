import fc from "fast-check";

/**
 * Random requests for the reference model, aimed at where rulings meet: few values and times, so that readings repeat;
 * times around every boundary; and every kind of bad entry among good ones.
 */
export interface RandomRequest {
  readonly advanceMs: number;
  readonly device: "queued" | "lenient" | "stored";
  readonly endpoint: "single" | "bulk" | "batch";
  readonly sensor: string;
  readonly token: "own" | "wrong" | "none";
  readonly prefer: string | null;
  /** How many seconds the device's clock is off. Null sends no Date header, and NaN an invalid one. */
  readonly clockOffsetS: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A time that is only known when the request is sent: an offset from the run's start or from the device's clock. */
export class Moment {
  readonly from: "start" | "device clock";
  readonly offsetUs: number;

  constructor(from: Moment["from"], offsetUs: number) {
    this.from = from;
    this.offsetUs = offsetUs;
  }

  /** For the report of a run that failed. */
  [fc.toStringMethod](): string {
    return `Moment(${this.from} ${this.offsetUs} us)`;
  }
}

const secondUs = 1_000_000;
const hourUs = 3600 * secondUs;
/** About two thousand years: microseconds no longer fit a double there. */
const farAheadS = 2000 * 365 * 86_400;

/** `{temperature}` stands for the sensor's UUID. */
const identifiers = ["temperature", "humidity", "{temperature}", "{humidity}", "Temperature", "pressure"];

const moments = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(-hourUs, -hourUs + 1, -2 * hourUs, 0).map((us) => new Moment("start", us)),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(-secondUs, -1, 0, 1, 5 * secondUs - 1, 5 * secondUs, 5 * secondUs + 1, hourUs)
      .map((us) => new Moment("device clock", us)),
  },
);

const badJson = fc.constantFrom<unknown>(null, true, "x", "", [], {}, 7);
const good = <T>(arbitrary: fc.Arbitrary<T>, bad: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 20, arbitrary }, { weight: 1, arbitrary: bad });

const value = good(fc.constantFrom(0, -0, 1), fc.constantFrom<unknown>("21.5", null, true, Infinity, [], {}));
const timestamp = good(
  moments,
  fc.constantFrom<unknown>(null, "", "yesterday", "2026-02-30", 1781524800, false, []),
);
const identifier = good(fc.constantFrom(...identifiers), badJson);
const metadata = fc.oneof(
  { weight: 15, arbitrary: fc.constantFrom<unknown>("x", 1, null, { deep: [1, { er: true }] }) },
  { weight: 1, arbitrary: fc.constant("x".repeat(5000)) },
);

const entry = fc.record(
  { value, timestamp, sensor_slug: identifier, sensor_uuid: identifier, note: metadata },
  { requiredKeys: [] },
);
const likelyEntry = fc.record(
  { value, timestamp, sensor_slug: identifier, note: metadata },
  { requiredKeys: ["value", "sensor_slug"] },
);
const anyEntry = fc.oneof(
  { weight: 12, arbitrary: likelyEntry },
  { weight: 1, arbitrary: entry },
  { weight: 1, arbitrary: badJson },
);
const manyEntries = fc.array(anyEntry, { minLength: 1, maxLength: 6 });

const body = fc.record(
  {
    data: fc.oneof(
      { weight: 6, arbitrary: manyEntries },
      { weight: 6, arbitrary: likelyEntry },
      { weight: 1, arbitrary: badJson },
    ),
    battery_voltage: good(
      fc.constantFrom<unknown>(0, 3.7, 100, null),
      fc.constantFrom<unknown>(-1, 100.1, "3", true),
    ),
    firmware: fc.constant("1.0"),
  },
  { requiredKeys: ["data"] },
);

/** Makes `data` fit its endpoint more often than chance would. */
function fitting(endpoint: RandomRequest["endpoint"]): fc.Arbitrary<Record<string, unknown>> {
  const fits = endpoint === "single" ? likelyEntry : manyEntries;
  const whole = fc.tuple(body, fits).map(([rest, data]) => ({ ...rest, data }));
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: body },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

const advanceMs = fc.constantFrom(0, 0, 0, 0, 1, 999, 1000, 30_000, 59_999, 60_000, 86_399_999, 86_400_000);

const request: fc.Arbitrary<RandomRequest> = fc
  .constantFrom<RandomRequest["endpoint"]>("single", "bulk", "batch")
  .chain((endpoint) =>
    fc.record({
      endpoint: fc.constant(endpoint),
      body: fitting(endpoint),
      advanceMs,
      device: fc.constantFrom<RandomRequest["device"]>("queued", "queued", "lenient", "stored"),
      sensor: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom("{temperature}", "temperature") },
        { weight: 1, arbitrary: fc.constantFrom(...identifiers) },
      ),
      token: fc.oneof(
        { weight: 20, arbitrary: fc.constant("own" as const) },
        { weight: 1, arbitrary: fc.constantFrom("wrong" as const, "none" as const) },
      ),
      prefer: fc.constantFrom(null, null, null, "handling=lenient", "handling=strict", "respond-async"),
      clockOffsetS: fc.constantFrom(null, null, 0, -1, -2, -3, 1, 2, 3, 3600, -3600, farAheadS, Number.NaN),
    }),
  );

const anySequence = fc.array(request, { minLength: 1, maxLength: 12 });

/** A few requests that are sent repeatedly, as by a device that empties its buffer twice. */
const replays = fc
  .tuple(
    fc.array(request, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.nat({ max: 2 }), advanceMs), { minLength: 2, maxLength: 12 }),
  )
  .map(([few, steps]) => steps.map(([n, afterMs]) => ({ ...few[n % few.length]!, advanceMs: afterMs })));

export const randomRequests = fc.oneof(anySequence, replays);
