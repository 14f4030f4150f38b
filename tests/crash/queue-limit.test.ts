import { expect, setDefaultTimeout, test } from "bun:test";
import { pauseProcess, signalProcess } from "../harness/running-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { expectUnavailable } from "./expect-unavailable.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";

setDefaultTimeout(60_000);

const queueBytesMax = 64 * 1024;
const readingsPerRequest = 100;
/** More than one request takes in the queue. */
const requestBytesMax = readingsPerRequest * 100;

test("refuses with 503 when the queue is full, and accepts again when the processor has caught up", async () => {
  await using weir = new WeirInstallation({ env: { WEIR_QUEUE_BYTES_MAX: String(queueBytesMax) } });
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const life = await weir.start();
  const processor = await life.untilProcessorRuns();
  await pauseProcess(processor);

  const { refused, acknowledged } = await device.deliverUntilRefused(readingsPerRequest);
  await expectUnavailable(await device.request(refused));
  expect((await fetch(`${weir.url}/readyz`)).status).toBe(503);
  const { accepted, queueBytes } = await weir.status();
  expect(accepted).toBe(acknowledged);
  expect(queueBytes).toBeGreaterThanOrEqual(queueBytesMax);
  expect(queueBytes).toBeLessThan(queueBytesMax + requestBytesMax);

  signalProcess(processor, "SIGCONT");
  await waitUntil("the server is ready again", () => life.isReady());
  expect(await device.deliver(refused)).toMatchObject({ accepted: readingsPerRequest, duplicates: 0 });
  await weir.untilSettled();
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
});
