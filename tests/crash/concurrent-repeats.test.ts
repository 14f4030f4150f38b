import { expect, setDefaultTimeout, test } from "bun:test";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";

setDefaultTimeout(60_000);

const pairs = 400;
const pairsAtOnce = 40;
const bulkReadings = 20;

test("accepts one of two equal requests at the same time, and calls the other a duplicate", async () => {
  await using weir = new WeirInstallation();
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const twin = new SimulatedDevice(weir.url, device.device, ledger);
  await weir.start();
  for (let done = 0; done < pairs; done += pairsAtOnce) {
    await Promise.all(
      Array.from({ length: pairsAtOnce }, async (_, number) => {
        // Every second pair is a bulk request. Every fourth has no timestamps, so the value alone makes the repeat.
        const count = number % 2 === 0 ? 1 : bulkReadings;
        const hasTimestamp = number % 4 < 2;
        const [sensor] = device.device.sensors;
        const readings = Array.from({ length: count }, () => device.sample(sensor!, { hasTimestamp }));
        const deliveries = await Promise.all([device.deliver(readings), twin.deliver(readings)]);
        const counts = deliveries.map((delivery) =>
          delivery.kind === "acknowledged" ? [delivery.accepted, delivery.duplicates] : delivery,
        );
        expect(counts).toContainEqual([count, 0]);
        expect(counts).toContainEqual([0, count]);
      }),
    );
  }
  const { accepted, duplicates, saved } = await weir.untilSettled();
  const expected = (pairs / 2) * (1 + bulkReadings);
  expect({ accepted, duplicates, saved }).toEqual({
    accepted: expected,
    duplicates: expected,
    saved: expected,
  });
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
});
