import type { InstalledDevice, InstalledSensor } from "../harness/installed-data.ts";
import type { Ledger, SentReading } from "./ledger.ts";

/** The result of a request. "unanswered": no answer, or one that asks for a repeat. */
export type Delivery =
  | { readonly kind: "acknowledged"; readonly accepted: number; readonly duplicates: number }
  | { readonly kind: "unanswered"; readonly status: number | null }
  | { readonly kind: "wrong"; readonly problem: string };

interface Refusal {
  readonly refused: readonly SentReading[];
  readonly delivery: Delivery;
  /** Readings that had been acknowledged before. */
  readonly acknowledged: number;
}

export type Shape = "single" | "bulk" | "batch";

const requestsMax = 1000;
/** Yesterday, so that no timestamp of a run is ahead of the server's clock. */
const timestampsStartMs = Date.now() - 86_400_000;

interface DeviceOptions {
  /** How long the device waits for an answer; forever if none is given. */
  readonly timeoutMs?: number;
  /** Whether an answer asks for a repeat. Only 503 does, unless there is a proxy between the device and Weir. */
  readonly isToBeRepeated?: (response: Response) => boolean;
  /** The time of its first reading. */
  readonly fromMs?: number;
}

/** A device that records in the ledger what it sends before it sends it, and every answer when it arrives. */
export class SimulatedDevice {
  readonly device: InstalledDevice;
  readonly #baseUrl: string;
  readonly #ledger: Ledger;
  readonly #options: DeviceOptions;

  constructor(url: string, device: InstalledDevice, ledger: Ledger, options: DeviceOptions = {}) {
    this.#baseUrl = `${url}/api/v1/devices/${device.uuid}`;
    this.device = device;
    this.#ledger = ledger;
    this.#options = options;
  }

  /** A new reading of one of the device's sensors, recorded as sent. */
  sample(
    sensor: InstalledSensor,
    { hasTimestamp = true, metadata = null as string | null } = {},
  ): SentReading {
    const value = this.#ledger.freshValue();
    const atUs = hasTimestamp
      ? (this.#options.fromMs ?? timestampsStartMs) * 1000 + Math.abs(Math.trunc(value)) * 1001
      : null;
    return this.#ledger.send({ value, sensorId: sensor.id, atUs, metadata });
  }

  samples(count: number, sensor = this.device.sensors[0]!): SentReading[] {
    return Array.from({ length: count }, () => this.sample(sensor));
  }

  /** Sends the readings in one request. It counts as acknowledged if all of them were. */
  async deliver(readings: readonly SentReading[], shape: Shape = "bulk"): Promise<Delivery> {
    try {
      const response = await this.request(readings, shape);
      const { isToBeRepeated = ({ status }) => status === 503 } = this.#options;
      const body = await response.text();
      if (isToBeRepeated(response)) return { kind: "unanswered", status: response.status };
      return this.#conclude(readings, response.status, body);
    } catch {
      return { kind: "unanswered", status: null };
    }
  }

  /** Sends new readings, this many per request, until a request is not acknowledged. */
  async deliverUntilRefused(count: number): Promise<Refusal> {
    for (let request = 0; request < requestsMax; request++) {
      const refused = this.samples(count);
      const delivery = await this.deliver(refused);
      if (delivery.kind !== "acknowledged") return { refused, delivery, acknowledged: request * count };
    }
    throw new Error(`All of ${requestsMax} requests were acknowledged.`);
  }

  /** Sends the request without the ledger, for tests that check the answer themselves. */
  request(readings: readonly SentReading[], shape: Shape = "bulk"): Promise<Response> {
    const { timeoutMs } = this.#options;
    return fetch(this.#url(readings, shape), {
      method: "POST",
      ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
      headers: {
        authorization: `Bearer ${this.device.token}`,
        "content-type": "application/json",
        accept: "application/json",
      },
      body: this.#body(readings, shape),
    });
  }

  #body(readings: readonly SentReading[], shape: Shape): string {
    const entries = readings.map((reading) => ({
      value: reading.value,
      ...(reading.atUs === null ? {} : { timestamp: isoMicros(reading.atUs) }),
      ...(shape === "batch" ? { sensor_slug: this.#sensorOf(reading).slug } : {}),
      ...(reading.metadata === null ? {} : (JSON.parse(reading.metadata) as object)),
    }));
    return JSON.stringify({ data: shape === "single" ? entries[0] : entries });
  }

  #conclude(readings: readonly SentReading[], status: number, body: string): Delivery {
    if (status !== 202) return { kind: "wrong", problem: `${status} ${body}` };
    const { accepted, duplicates } = JSON.parse(body) as { accepted: number; duplicates: number };
    if (accepted + duplicates !== readings.length) {
      return { kind: "wrong", problem: `Of ${readings.length} readings ${body}` };
    }
    const as = duplicates === 0 ? "accepted" : accepted === 0 ? "duplicate" : "accepted or duplicate";
    for (const reading of readings) this.#ledger.acknowledge(reading, as);
    return { kind: "acknowledged", accepted, duplicates };
  }

  #url(readings: readonly SentReading[], shape: Shape): string {
    if (shape === "batch") return `${this.#baseUrl}/readings`;
    const { slug } = this.#sensorOf(readings[0]!);
    return `${this.#baseUrl}/sensors/${slug}/readings${shape === "bulk" ? "/bulk" : ""}`;
  }

  #sensorOf(reading: SentReading): InstalledSensor {
    return this.device.sensors.find(({ id }) => id === reading.sensorId)!;
  }
}

function isoMicros(us: number): string {
  const [seconds] = new Date(Math.floor(us / 1000)).toISOString().split(".");
  return `${seconds}.${String(us % 1_000_000).padStart(6, "0")}Z`;
}
