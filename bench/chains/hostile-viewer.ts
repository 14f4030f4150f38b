import { writeFileSync } from "node:fs";
import { arch, cpus } from "node:os";
import { join } from "node:path";
import { managePath } from "@weir/protocol/manage/route";
import { BrowserSession } from "../../tests/api/browser-session.ts";
import { endpointPath } from "../../tests/harness/device-client.ts";
import { WeirInstallation } from "../../tests/harness/weir-installation.ts";
import { worstBodies } from "./worst-bodies.ts";

/**
 * What devices notice of a member who may only look at chains and has the most expensive ones checked in a loop:
 * `bun bench/chains/hostile-viewer.ts [--rounds 3] [--seconds 10] [--without-limit]`. It starts a server and measures how long
 * single readings and /healthz take, in turns with and without the loop, and prints medians of the rounds. With
 * `--without-limit` the account may spend all the time it wants on checks.
 */
const rounds = numberOf("--rounds", 3);
const seconds = numberOf("--seconds", 10);
const hasLimit = !process.argv.includes("--without-limit");
const promised = { p99Ms: 50, ratio: 1.1 };
const loopFile = new URL("./hostile-loop.ts", import.meta.url).pathname;
const hostileConnections = 4;
/** Devices that send a reading as soon as the last one was answered would measure how fast the server can be at most. */
const pauseMs = 4;
const devicesAtOnce = 2;

interface Measured {
  readonly readingP50Ms: number;
  readonly readingP99Ms: number;
  readonly healthP99Ms: number;
}

await using weir = new WeirInstallation({
  env: {
    WEIR_RATE_LIMIT: "1000000000",
    ...(hasLimit ? {} : { WEIR_CHAIN_CHECK_S_PER_MINUTE: "3600" }),
  },
});
await weir.start();
const owner = await BrowserSession.setUp(weir);
const device = await weir.createDevice(["temperature"]);
const { json: made } = await owner.call("POST", "./api-keys", { name: "Viewer", scopes: ["chains:read"] });
const { json: chains } = await owner.call("GET", "./chains");
const target = `${weir.url}${managePath}/accounts/${owner.account}/chains/${chains.items[0].uuid}/validate`;
const bodiesFile = join(weir.notesDir, "worst-bodies");
writeFileSync(bodiesFile, worstBodies.map(({ definition }) => JSON.stringify({ definition })).join("\n"));

await measure();
const quiet: Measured[] = [];
const hostile: Measured[] = [];
for (let round = 0; round < rounds; round++) {
  quiet.push(report("quiet", await measure()));
  await using attack = startAttack();
  hostile.push(report("attacked", await measure()));
  const answers = await attack.stop();
  console.log(`  the viewer was answered: ${answers}`);
}

const before = medianOf(quiet);
const during = medianOf(hostile);
const ratio = during.readingP99Ms / before.readingP99Ms;
console.log(`\n${arch()}, ${cpus().length} cores, ${rounds} rounds of ${seconds} s, medians:`);
console.log(
  `  p99 of single readings ${before.readingP99Ms.toFixed(2)} ms, attacked ${during.readingP99Ms.toFixed(2)} ms: ${ratio.toFixed(2)}x (promised: at most ${promised.ratio}x and ${promised.p99Ms} ms)`,
);
console.log(
  `  p99 of /healthz ${before.healthP99Ms.toFixed(2)} ms, attacked ${during.healthP99Ms.toFixed(2)} ms (promised: at most ${promised.p99Ms} ms)`,
);
const isKept = ratio <= promised.ratio && Math.max(during.readingP99Ms, during.healthP99Ms) <= promised.p99Ms;
console.log(isKept ? "Kept." : "Not kept.");
process.exitCode = isKept ? 0 : 1;

async function measure(): Promise<Measured> {
  const untilMs = performance.now() + seconds * 1000;
  const readings: number[] = [];
  const health: number[] = [];
  const reading = weir.url + endpointPath("single", device.uuid);
  const headers = { authorization: `Bearer ${device.token}`, "content-type": "application/json" };
  let value = 0;
  const loop = async (times: number[], ask: () => Promise<Response>) => {
    while (performance.now() < untilMs) {
      const startedMs = performance.now();
      const answer = await ask();
      if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
      times.push(performance.now() - startedMs);
      await Bun.sleep(pauseMs);
    }
  };
  const send = () =>
    fetch(reading, { method: "POST", headers, body: JSON.stringify({ data: { value: value++ } }) });
  await Promise.all([
    ...Array.from({ length: devicesAtOnce }, () => loop(readings, send)),
    loop(health, () => fetch(`${weir.url}/healthz`)),
  ]);
  return {
    readingP50Ms: percentile(readings, 0.5),
    readingP99Ms: percentile(readings, 0.99),
    healthP99Ms: percentile(health, 0.99),
  };
}

/** In a process of its own, so that its work is not taken for that of the server. */
function startAttack() {
  const child = Bun.spawn([process.execPath, loopFile, target, bodiesFile, String(hostileConnections)], {
    env: { ...process.env, WEIR_BENCH_KEY: made.key },
    stdout: "pipe",
    stderr: "inherit",
  });
  return {
    async stop(): Promise<string> {
      child.kill("SIGTERM");
      return (await child.stdout.text()).trim();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

function report(name: string, measured: Measured): Measured {
  const { readingP50Ms, readingP99Ms, healthP99Ms } = measured;
  console.log(
    `${name.padEnd(9)} single readings p50 ${readingP50Ms.toFixed(2)} p99 ${readingP99Ms.toFixed(2)} ms, /healthz p99 ${healthP99Ms.toFixed(2)} ms`,
  );
  return measured;
}

function medianOf(measured: readonly Measured[]): Measured {
  const median = (pick: (one: Measured) => number) => percentile(measured.map(pick), 0.5);
  return {
    readingP50Ms: median((one) => one.readingP50Ms),
    readingP99Ms: median((one) => one.readingP99Ms),
    healthP99Ms: median((one) => one.healthP99Ms),
  };
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)]!;
}

function numberOf(flag: string, usual: number): number {
  const place = process.argv.indexOf(flag);
  return place < 0 ? usual : Number(process.argv[place + 1]);
}
