import { writeFileSync } from "node:fs";
import { arch, cpus } from "node:os";
import { join } from "node:path";
import { managePath } from "@weir/protocol/manage/route";
import { BrowserSession } from "../../tests/api/browser-session.ts";
import { endpointPath } from "../../tests/harness/device-client.ts";
import { WeirInstallation } from "../../tests/harness/weir-installation.ts";
import { sampleProcess } from "../process-tree.ts";
import { runAside } from "./run-aside.ts";
import { worstBodies } from "./worst-bodies.ts";

/**
 * Measures how a member who may only view chains, and has the most expensive ones checked in a loop, affects
 * devices: `bun bench/chains/hostile-viewer.ts [--rounds 3] [--seconds 10] [--without-limit]`.
 *
 * It starts a server and measures how long single readings and /healthz take: without the loop, with the
 * loop, and with a control. The control consists of programs that have nothing to do with Weir and use as
 * much CPU as the loop did, at the lowest priority. Whatever the control changes is caused by the machine.
 * Devices and viewer stand for other machines, but share the cores with the server. So the devices get a core
 * as soon as they need one (real-time priority, if the user may set it), and the viewer has the lowest
 * priority. The figures are medians of the rounds. With `--without-limit` the account may spend any amount of
 * time on checks.
 */
const rounds = numberOf("--rounds", 3);
const seconds = numberOf("--seconds", 10);
const hasLimit = !process.argv.includes("--without-limit");
const promised = { p99Ms: 50, ratio: 1.1 };
const loopFile = new URL("./hostile-loop.ts", import.meta.url).pathname;
const burnFile = new URL("./burn-cpu.ts", import.meta.url).pathname;
/** The manage process has a thread that answers and one that checks chains. */
const burners = 2;
const hostileConnections = 4;
/** Without a pause, the devices would measure the highest rate of the server instead of its response time. */
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
const life = await weir.start();
const owner = await BrowserSession.setUp(weir);
const device = await weir.createDevice(["temperature"]);
const { json: made } = await owner.call("POST", "./api-keys", { name: "Viewer", scopes: ["chains:read"] });
const { json: chains } = await owner.call("GET", "./chains");
const target = `${weir.url}${managePath}/accounts/${owner.account}/chains/${chains.items[0].uuid}/validate`;
const bodiesFile = join(weir.notesDir, "worst-bodies");
writeFileSync(bodiesFile, worstBodies.map(({ definition }) => JSON.stringify({ definition })).join("\n"));

await measure();
console.log(
  haveOwnPriority()
    ? "Devices do not wait for a core."
    : "Devices wait for a core like the server, because this user may not set real-time priorities.",
);
const quiet: Measured[] = [];
const attacked: Measured[] = [];
const control: Measured[] = [];
for (let round = 0; round < rounds; round++) {
  quiet.push(report("quiet", await measure()));
  const attack = await measureAttack();
  attacked.push(report("attacked", attack.measured));
  const { answers, manageCores, viewerCores } = attack;
  console.log(`  the viewer was answered: ${answers || "never"}`);
  console.log(`  cores: manage ${manageCores.toFixed(2)}, viewer ${viewerCores.toFixed(2)}`);
  control.push(report("control", await measureControl(manageCores + viewerCores)));
}

const before = medianOf(quiet);
const during = medianOf(attacked);
const burning = medianOf(control);
console.log(`\n${arch()}, ${cpus().length} cores, ${rounds} rounds of ${seconds} s, medians:`);
for (const [name, measured] of Object.entries({ quiet: before, attacked: during, control: burning }))
  report(name, measured);
const ratio = during.readingP99Ms / before.readingP99Ms;
const ratioOfControl = burning.readingP99Ms / before.readingP99Ms;
console.log(
  `p99 of single readings: attacked ${ratio.toFixed(2)}x quiet (promised: at most ${promised.ratio}x), control ${ratioOfControl.toFixed(2)}x quiet, attacked ${(ratio / ratioOfControl).toFixed(2)}x control`,
);
const highest = Math.max(during.readingP99Ms, during.healthP99Ms);
console.log(`highest p99 attacked: ${highest.toFixed(2)} ms (promised: at most ${promised.p99Ms} ms)`);
const isKept = ratio <= promised.ratio && highest <= promised.p99Ms;
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

interface Attack {
  readonly measured: Measured;
  readonly answers: string;
  readonly manageCores: number;
  readonly viewerCores: number;
}

async function measureAttack(): Promise<Attack> {
  await using loop = runAside([loopFile, target, bodiesFile, String(hostileConnections)], {
    WEIR_BENCH_KEY: made.key,
  });
  const { pid: managePid } = await life.untilRoleRuns("manage");
  const startedMs = performance.now();
  const cpuMs = (pid: number) => sampleProcess(pid)!.cpuMs;
  const manageBeforeMs = cpuMs(managePid);
  const viewerBeforeMs = cpuMs(loop.pid);
  const measured = await measure();
  const tookMs = performance.now() - startedMs;
  const manageCores = (cpuMs(managePid) - manageBeforeMs) / tookMs;
  const viewerCores = (cpuMs(loop.pid) - viewerBeforeMs) / tookMs;
  return { measured, answers: await loop.stop(), manageCores, viewerCores };
}

/**
 * Sets the priority of all threads of this process, which has already sent readings. Programs that it starts
 * do not inherit it.
 */
function haveOwnPriority(): boolean {
  const set = ["chrt", "--all-tasks", "--reset-on-fork", "--rr", "--pid", "1", String(process.pid)];
  return Bun.which("chrt") !== null && Bun.spawnSync(set).success;
}

async function measureControl(cores: number): Promise<Measured> {
  await using programs = new AsyncDisposableStack();
  for (let nth = 0; nth < burners; nth++) programs.use(runAside([burnFile, String(cores / burners)]));
  return await measure();
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
