import { afterAll, beforeAll } from "bun:test";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { DeviceClient, type Submission } from "../harness/device-client.ts";
import { type DeviceControl, deviceControl } from "../harness/device-control.ts";
import { givenEngines } from "../harness/given-engines.ts";
import { sharedEnginesVariable } from "../harness/programs.ts";
import type { StoredData } from "../harness/stored-data.ts";
import { startTestWeir, type TestDevice, type TestWeir, testStart } from "../harness/test-weir.ts";

/** A running server with everything that a test of the contract needs. */
export interface ContractServer {
  readonly weir: TestWeir;
  readonly client: DeviceClient;
  readonly stored: StoredData;
  readonly control: DeviceControl;
  /** A new device with the sensors `temperature` and `humidity`, so that tests do not see each other's readings. */
  createDevice(options?: Partial<TestDevice>): Promise<CreatedDevice>;
}

/** Bun's default of five seconds is meant for an idle machine. */
export const timeoutMs = 30_000;

const defaultSensors = ["temperature", "humidity"];

/** Starts a server for the tests of the surrounding file or block, and stops it after them. */
export function useServer(settings: Record<string, string> = {}): () => ContractServer {
  const parts = new AsyncDisposableStack();
  let server: ContractServer | null = null;

  beforeAll(async () => {
    const isShared = sharesServers && Object.keys(settings).length === 0;
    const weir = isShared ? await shareWeir() : parts.use(await startTestWeir(settings));
    server = {
      weir,
      control: deviceControl(weir.control),
      stored: weir.stored,
      client: new DeviceClient(weir),
      createDevice: (options = {}) => weir.createDevice({ sensors: defaultSensors, ...options }),
    };
  }, timeoutMs);
  afterAll(() => parts.disposeAsync(), timeoutMs);

  return () => {
    if (server === null) throw new Error("The server runs only while tests do.");
    return server;
  };
}

let shared: Promise<TestWeir> | null = null;
/** A cluster takes longer to start than most files run. On one machine, the runner ends the server with the process. */
const sharesServers = givenEngines !== null || process.env[sharedEnginesVariable] === "1";

/** Files without settings share one server, which ends with the process. */
function shareWeir(): Promise<TestWeir> {
  shared ??= startTestWeir();
  return shared;
}

/** Every test starts at the same moment, so that it can write its times as plain text. */
export function resetClock({ weir }: ContractServer): void {
  weir.clock.set(testStart);
}

export function uuidOf(device: CreatedDevice, slug = "temperature"): string {
  const sensor = device.sensors.find((candidate) => candidate.slug === slug);
  if (sensor === undefined) throw new Error(`The device has no sensor ${slug}.`);
  return sensor.uuid;
}

type Options = Omit<Submission, "endpoint" | "body">;
/** JSON as a value, or a body that is sent as it is. */
type Body = object | string | Uint8Array;

export const single = (body: Body, options: Options = {}): Submission => submission("single", body, options);
export const bulk = (body: Body, options: Options = {}): Submission => submission("bulk", body, options);
export const batch = (body: Body, options: Options = {}): Submission => submission("batch", body, options);

function submission(endpoint: Submission["endpoint"], body: Body, options: Options): Submission {
  const isVerbatim = typeof body === "string" || body instanceof Uint8Array;
  return { endpoint, body: isVerbatim ? body : JSON.stringify(body), ...options };
}
