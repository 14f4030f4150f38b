import { buildServer } from "../scripts/build-server.ts";
import { ensureSystemPackages } from "../scripts/system-packages.ts";
import { clusterEngines } from "../tests/harness/programs.ts";
import { describeMachine } from "./machine.ts";
import { describeCode, measuredCode } from "./measured-code.ts";
import { parseOptions } from "./options.ts";
import { type ReportedFinding, renderReport, saveReport } from "./report.ts";
import { activityCost } from "./scenarios/activity-cost.ts";
import { backfill } from "./scenarios/backfill.ts";
import { blocks } from "./scenarios/blocks.ts";
import { board } from "./scenarios/board.ts";
import { bulk } from "./scenarios/bulk.ts";
import { chains } from "./scenarios/chains.ts";
import { charts } from "./scenarios/charts.ts";
import { cluster } from "./scenarios/cluster.ts";
import { clusterDevices } from "./scenarios/cluster-devices.ts";
import { cores } from "./scenarios/cores.ts";
import { dashboard } from "./scenarios/dashboard.ts";
import { deviceList } from "./scenarios/device-list.ts";
import { devices } from "./scenarios/devices.ts";
import { home } from "./scenarios/home.ts";
import { interleaved } from "./scenarios/interleaved.ts";
import { isolation } from "./scenarios/isolation.ts";
import { listeners } from "./scenarios/listeners.ts";
import { manageMemory } from "./scenarios/manage-memory.ts";
import { memory } from "./scenarios/memory.ts";
import { openBoards } from "./scenarios/open-boards.ts";
import { queries } from "./scenarios/queries.ts";
import { isMet, type Scenario } from "./scenarios/scenario.ts";
import { single } from "./scenarios/single.ts";
import { startup } from "./scenarios/startup.ts";
import { Workspace } from "./workspace.ts";

/**
 * The benchmark: `npm run bench`. It judges ratios within one run, because absolute figures depend as much on
 * the machine as on Weir. A missed target does not fail the command, unless it is required; a lost reading does.
 */
const scenarios: readonly Scenario[] = [
  single,
  bulk,
  backfill,
  interleaved,
  devices,
  memory,
  startup,
  chains,
  queries,
  blocks,
  deviceList,
  activityCost,
  listeners,
  openBoards,
  cores,
  dashboard,
  home,
  board,
  charts,
  cluster,
  clusterDevices,
  isolation,
  manageMemory,
];
const packages = [
  { command: "wrk", package: "wrk" },
  { command: "influxd", package: "influxdb" },
  { command: "victoria-metrics", package: "victoria-metrics" },
  ...clusterEngines,
];

const parsed = parseOptions(process.argv.slice(2), scenarios);
if (!parsed.ok) {
  console.log(parsed.message);
  process.exit(process.argv.includes("--help") ? 0 : 2);
}
const ensured = await ensureSystemPackages(packages);
if (!ensured.ok) {
  console.error(ensured.problem);
  process.exit(1);
}

// What `npm start` runs.
await buildServer();

const { scenarios: chosen, ...sizes } = parsed.options;
const startedAt = new Date().toISOString();
const machine = describeMachine();
const codeAtStart = measuredCode();
const workspace = new Workspace();
const context = { workspace, ...sizes, say: (line: string) => console.log(line) };
const findings: ReportedFinding[] = [];
const details: Record<string, unknown> = {};
for (const { name, about, run } of chosen) {
  context.say(`${name}: ${about}`);
  const result = await run(context);
  const isUncertain = result.disturbedRounds > 0;
  findings.push(...result.findings.map((finding) => ({ ...finding, isUncertain })));
  details[name] = result.details;
}

const code = describeCode(codeAtStart, measuredCode());
const report = { startedAt, code, machine, options: sizes, findings, details };
console.log(`\n${renderReport(report)}\n\nAll measurements: ${saveReport(report)}`);
process.exit(findings.some((finding) => finding.isRequired && isMet(finding) === false) ? 1 : 0);
