import { openDeviceControl } from "../harness/device-control.ts";
import { SeededRandom } from "../harness/seeded-random.ts";
import type { BrokenLaw, KillFindings, Law } from "./broken-promises.ts";
import type { acceptingPoints } from "./kill-points.ts";
import { KillRun } from "./kill-run.ts";
import { Ledger } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";
import { Traffic } from "./traffic.ts";

/**
 * Lets processes die at these points while devices send and a token is replaced. A
 * replaced token must be refused, and the newest one accepted.
 */
export async function killWhileAccepting(
  points: readonly (typeof acceptingPoints)[number][],
  deaths: number,
  seed: number,
): Promise<KillFindings> {
  await using run = new KillRun({ WEIR_DUPLICATE_WINDOW_S: "3600" });
  const { weir } = run;
  const ledger = new Ledger();
  const devices: SimulatedDevice[] = [];
  while (devices.length < 3) {
    devices.push(new SimulatedDevice(weir.url, await weir.createDevice(["a", "b"]), ledger));
  }
  const changed = await weir.createDevice(["c"]);
  const life = await run.start();
  await using control = openDeviceControl(weir.dataDir);
  using traffic = new Traffic(devices, new SeededRandom(seed));
  let { token } = changed;
  for (const point of points) {
    const meanwhile = async () => {
      // A change without an answer is committed all the same.
      token = await control.regenerateToken(changed.uuid).catch(() => "");
    };
    await run.dieAt(point, { deaths, meanwhile });
  }
  await traffic.finish();
  const status = await weir.untilSettled(60_000);
  const rows = storedRows(weir.dataDir);
  const further: BrokenLaw[] = [];
  const isBroken = (law: Law, text: string) => further.push({ law, text });
  // The server's own words say more than the answer of a failed request.
  if (traffic.problems.length > 0) {
    for (const line of weir.logText.split("\n").filter(isFailure)) {
      isBroken("every answer is one of the contract", line);
    }
  }

  const last = await control.regenerateToken(changed.uuid);
  const statusWith = (used: string) => {
    const device = new SimulatedDevice(weir.url, { ...changed, token: used }, new Ledger());
    return device.request(device.samples(1)).then((answer) => answer.status);
  };
  if ((await statusWith(last)) !== 202) {
    isBroken("every answer is one of the contract", "the last token is refused");
  }
  const isTried = token !== "";
  const isRefused = isTried && (await statusWith(token)) === 401;
  const accepted = isTried && !isRefused ? ["after the kills"] : [];
  if ((await life.stop()) !== 0) {
    isBroken("every answer is one of the contract", "the server did not stop cleanly");
  }
  const revoked = { refused: isRefused ? 1 : 0, accepted };
  return { evidence: { ledger, rows, problems: traffic.problems, status, revoked }, further };
}

function isFailure(line: string): boolean {
  return line.includes("a request failed");
}
