import type { FreeStretch, SensorSpan } from "../wanted-readings.ts";

/** Sensors that are kept. Past it, the sensor whose answer is oldest is forgotten, and has to be looked up again. */
const sensorsMax = 50_000;
/** Stretches of a sensor that are kept. Past it, the shortest is forgotten. */
const stretchesMax = 4;
/** After this time the store is asked again, because readings can be imported into it past the queue. */
const keptMs = 60_000;

/** A look-up that is under way. Readings that are accepted meanwhile are taken out of `free`. */
interface OpenQuestion extends SensorSpan {
  free: readonly FreeStretch[];
  /** Whether a reading between the first and the last time was accepted meanwhile. */
  isOvertaken: boolean;
}

interface SensorStretches {
  free: readonly FreeStretch[];
  untilMs: number;
  readonly questions: Set<OpenQuestion>;
}

/**
 * Stretches of time in which a sensor has no accepted reading. A device that sends its buffer after current readings
 * sends one stretch after another, so the store is asked about the first and not about the others.
 *
 * Promises: no reading within a stretch was accepted, as far as the store was asked and `take` was called for every
 * reading accepted since the question began. Stretches end where the newest timestamp of the sensor was at that time, so
 * later readings need not be taken. Times are those that devices sent.
 */
export class FreeStretches {
  readonly #sensorsMax: number;
  /** In order of their last answers. */
  readonly #sensors = new Map<number, SensorStretches>();

  constructor(max = sensorsMax) {
    this.#sensorsMax = max;
  }

  /** Returns whether no accepted reading of the sensor has a time from `fromUs` to `toUs`. */
  covers(sensorId: number, fromUs: number, toUs: number, nowMs: number): boolean {
    const sensor = this.#sensors.get(sensorId);
    if (sensor === undefined || sensor.untilMs < nowMs) return false;
    for (const { afterUs, beforeUs } of sensor.free) if (afterUs < fromUs && toUs < beforeUs) return true;
    return false;
  }

  /** Notes accepted readings, or readings about to be accepted, from `fromUs` to `toUs`. */
  take(sensorId: number, fromUs: number, toUs: number): void {
    const sensor = this.#sensors.get(sensorId);
    if (sensor === undefined) return;
    sensor.free = without(sensor.free, fromUs, toUs);
    for (const question of sensor.questions) {
      question.free = without(question.free, fromUs, toUs);
      if (fromUs <= question.toUs && toUs >= question.fromUs) question.isOvertaken = true;
    }
  }

  /** Begins a look-up in a sensor whose newest timestamp is `newestUs`. It has to be answered or given up. */
  ask(span: SensorSpan, newestUs: number): OpenQuestion {
    const { sensorId } = span;
    const free = [{ afterUs: Number.NEGATIVE_INFINITY, beforeUs: newestUs }];
    const question = { ...span, free, isOvertaken: false };
    let sensor = this.#sensors.get(sensorId);
    if (sensor === undefined) {
      sensor = { free: none, untilMs: Number.NEGATIVE_INFINITY, questions: new Set() };
      this.#sensors.set(sensorId, sensor);
    }
    sensor.questions.add(question);
    return question;
  }

  /** Keeps what is free in the store, except for readings accepted since the question. */
  answer(question: OpenQuestion, inStore: readonly FreeStretch[], nowMs: number): void {
    const { sensorId } = question;
    const sensor = this.#sensors.get(sensorId);
    // The question was forgotten with its sensor.
    if (sensor?.questions.delete(question) !== true) return;
    const kept = sensor.untilMs < nowMs ? none : sensor.free;
    const found = inStore.flatMap((stretch) => within(question.free, stretch));
    sensor.free = widest([...kept, ...found]);
    sensor.untilMs = nowMs + keptMs;
    this.#sensors.delete(sensorId);
    if (isIdle(sensor)) return;
    this.#sensors.set(sensorId, sensor);
    if (this.#sensors.size > this.#sensorsMax) this.#forgetOldest();
  }

  giveUp(question: OpenQuestion): void {
    const { sensorId } = question;
    const sensor = this.#sensors.get(sensorId);
    if (sensor?.questions.delete(question) !== true) return;
    if (isIdle(sensor)) this.#sensors.delete(sensorId);
  }

  /** Called when readings were accepted that nobody noted here. */
  clear(): void {
    this.#sensors.clear();
  }

  #forgetOldest(): void {
    for (const sensorId of this.#sensors.keys()) {
      this.#sensors.delete(sensorId);
      return;
    }
  }
}

const none: readonly FreeStretch[] = [];

/** Returns whether there is nothing to keep. Such a sensor would push out others. */
function isIdle({ free, questions }: SensorStretches): boolean {
  return free.length === 0 && questions.size === 0;
}

function within(stretches: readonly FreeStretch[], limits: FreeStretch): FreeStretch[] {
  return stretches.flatMap((stretch) => {
    const afterUs = Math.max(stretch.afterUs, limits.afterUs);
    const beforeUs = Math.min(stretch.beforeUs, limits.beforeUs);
    return afterUs < beforeUs ? [{ afterUs, beforeUs }] : [];
  });
}

/** Nearly always returns the same list, so that a reading outside of all stretches makes no object. */
function without(stretches: readonly FreeStretch[], fromUs: number, toUs: number): readonly FreeStretch[] {
  if (!stretches.some(({ afterUs, beforeUs }) => afterUs < toUs && fromUs < beforeUs)) return stretches;
  const before = { afterUs: Number.NEGATIVE_INFINITY, beforeUs: fromUs };
  const after = { afterUs: toUs, beforeUs: Number.POSITIVE_INFINITY };
  return widest([...within(stretches, before), ...within(stretches, after)]);
}

function widest(stretches: readonly FreeStretch[]): readonly FreeStretch[] {
  if (stretches.length <= stretchesMax) return stretches;
  return stretches.toSorted((one, other) => widthOf(other) - widthOf(one)).slice(0, stretchesMax);
}

function widthOf({ afterUs, beforeUs }: FreeStretch): number {
  return beforeUs - afterUs;
}
