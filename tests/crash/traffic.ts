import type { InstalledSensor } from "../harness/installed-data.ts";
import { SeededRandom } from "../harness/seeded-random.ts";
import type { SentReading } from "./ledger.ts";
import type { Delivery, Shape, SimulatedDevice } from "./simulated-device.ts";

interface Parcel {
  readonly readings: SentReading[];
  readonly shape: Shape;
}

/** What a device remembers between requests. */
interface Sender {
  readonly device: SimulatedDevice;
  readonly random: SeededRandom;
  readonly timestampChance: number;
  /** Sent, but not known to have arrived. It has to be sent again. */
  readonly unanswered: Set<SentReading>;
  /** Known to have arrived, and sometimes sent again on purpose. */
  readonly recent: SentReading[];
}

export interface TrafficOptions {
  /** How likely a request is sent twice at once. */
  readonly twinChance?: number | undefined;
  /** How likely a reading has the time of its device. */
  readonly timestampChance?: number | undefined;
}

const recentMax = 200;
/**
 * A device with this much to send again creates nothing new. Otherwise a slow start would outgrow the memory of
 * duplicates.
 */
const unansweredMax = 500;
const parcelMax = 60;
/** How long a device waits before it retries. */
const backOffMs = 10;

/**
 * Devices that send without pause and in every form: new readings, replays of unanswered ones, deliberate repeats, and
 * the same request twice at once. A device gives up on nothing until it is answered.
 */
export class Traffic implements Disposable {
  readonly #twinChance: number;
  readonly #loops: Promise<void>[];
  readonly #problems: string[] = [];
  #requests = 0;
  #stopping = false;
  #abandoned = false;

  constructor(devices: readonly SimulatedDevice[], random: SeededRandom, options: TrafficOptions = {}) {
    this.#twinChance = options.twinChance ?? 0.05;
    const { timestampChance = 0.9 } = options;
    this.#loops = devices.map((device) => {
      const own = new SeededRandom(random.between(0, 2 ** 31));
      return this.#run({
        device,
        random: own,
        timestampChance,
        unanswered: new Set(),
        recent: [],
      });
    });
  }

  get requests(): number {
    return this.#requests;
  }

  /** Answers that no device should ever get. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Stops sending new readings, and resolves when everything sent has been acknowledged. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#loops);
  }

  /** Stops sending, answered or not. For a test that has failed. */
  [Symbol.dispose](): void {
    this.#abandoned = true;
  }

  async #run(sender: Sender): Promise<void> {
    const { device, random, unanswered } = sender;
    while (!this.#abandoned && !(this.#stopping && unanswered.size === 0)) {
      const isFull = unanswered.size >= unansweredMax;
      const { readings, shape } = this.#stopping || isFull ? replay(sender) : compose(sender);
      for (const reading of readings) unanswered.add(reading);
      const copies = random.chance(this.#twinChance) ? 2 : 1;
      this.#requests += copies;
      const deliveries = await Promise.all(
        Array.from({ length: copies }, () => device.deliver(readings, shape)),
      );
      await this.#note(sender, readings, deliveries);
    }
  }

  async #note(sender: Sender, readings: SentReading[], deliveries: readonly Delivery[]): Promise<void> {
    for (const delivery of deliveries) if (delivery.kind === "wrong") this.#problems.push(delivery.problem);
    if (deliveries.every(({ kind }) => kind === "unanswered")) {
      await Bun.sleep(backOffMs);
      return;
    }
    for (const reading of readings) sender.unanswered.delete(reading);
    sender.recent.push(...readings);
    sender.recent.splice(0, sender.recent.length - recentMax);
  }
}

function compose(sender: Sender): Parcel {
  const { random, unanswered } = sender;
  if (unanswered.size > 0 && random.chance(0.7)) {
    const { readings } = replay(sender);
    return { readings: [...readings, ...fresh(sender, random.between(0, 3))], shape: "batch" };
  }
  const shape = random.pick<Shape>(["single", "single", "bulk", "batch"]);
  if (shape === "single") return { readings: singleOf(sender), shape };
  const count = random.between(1, parcelMax);
  const sensor = random.pick(sender.device.device.sensors);
  const readings =
    shape === "bulk" ? Array.from({ length: count }, () => sample(sender, sensor)) : fresh(sender, count);
  return { readings: [...readings, ...repeats(sender, readings, shape)], shape };
}

/** The unanswered readings or a part of them, alone or together with the rest. */
function replay({ random, unanswered }: Sender): Parcel {
  const waiting = [...unanswered];
  if (random.chance(0.2)) return { readings: [random.pick(waiting)], shape: "single" };
  return { readings: waiting.slice(0, random.between(1, 2 * parcelMax)), shape: "batch" };
}

function singleOf(sender: Sender): SentReading[] {
  const { random, recent } = sender;
  return recent.length > 0 && random.chance(0.05) ? [random.pick(recent)] : fresh(sender, 1);
}

function fresh(sender: Sender, count: number): SentReading[] {
  return Array.from({ length: count }, () =>
    sample(sender, sender.random.pick(sender.device.device.sensors)),
  );
}

function sample(sender: Sender, sensor: InstalledSensor): SentReading {
  const { device, random, timestampChance } = sender;
  const metadata = random.chance(0.1)
    ? JSON.stringify({ note: `n${random.between(1, 1e9)}`, "°": [1, null] })
    : null;
  return device.sample(sensor, { hasTimestamp: random.chance(timestampChance), metadata });
}

/** Some readings of this request and some of earlier ones. */
function repeats({ random, recent }: Sender, readings: readonly SentReading[], shape: Shape): SentReading[] {
  if (!random.chance(0.15)) return [];
  const { sensorId } = readings[0]!;
  const candidates = [...readings, ...recent].filter(
    (reading) => shape === "batch" || reading.sensorId === sensorId,
  );
  return Array.from({ length: random.between(1, 10) }, () => random.pick(candidates));
}
