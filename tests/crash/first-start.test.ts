import { expect, setDefaultTimeout, test } from "bun:test";
import { runSeed, SeededRandom } from "../harness/seeded-random.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";

setDefaultTimeout(60_000);

const folders = 5;
const killsPerFolder = 3;
/** About as long as a first start takes. */
const startMs = 400;

test("completes a first start that was killed at any moment at the next start", async () => {
  const random = new SeededRandom(runSeed());
  console.log(`Kills during the first start: repeat with WEIR_TEST_SEED=${random.seed}`);
  for (let folder = 0; folder < folders; folder++) {
    await using weir = new WeirInstallation();
    for (let kill = 0; kill < killsPerFolder; kill++) {
      const life = weir.launch();
      await Bun.sleep(random.fraction() * startMs);
      await life.killAll();
    }
    const life = await weir.start();
    const ledger = new Ledger();
    const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
    expect(await device.deliver(device.samples(3))).toMatchObject({ accepted: 3 });
    await weir.untilSettled();
    expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
    expect(await life.stop()).toBe(0);
  }
});
