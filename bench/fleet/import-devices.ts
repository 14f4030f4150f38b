import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WeirInstallation } from "../../tests/harness/weir-installation.ts";

/**
 * Measures how long it takes to create devices from a CSV file on one machine: `bun bench/fleet/import-devices.ts [COUNT]`. It starts a
 * server, checks the file with --dry-run, and imports it with the command, which writes the tokens to a file.
 */
const promisedS = 30;
const count = Number(process.argv[2] ?? 10_000);

const weir = new WeirInstallation();
const file = join(weir.notesDir, `devices-${process.pid}.csv`);
const result = `${file}.tokens`;
const lines = Array.from(
  { length: count },
  (_, n) =>
    `Freezer ${n},Hall ${n % 20},temperature:°C;humidity:%;door,cold;hall-${n % 20},Berlin,${n % 7},52.52 13.${n}`,
);
writeFileSync(file, ["name,group,sensors,tags,attr.site,attr.floor,location", ...lines].join("\n"));

await using _ = weir;
await weir.start();
const importFile = (...options: string[]): number => {
  const startedMs = performance.now();
  const args = ["device", "import", file, "--data", weir.dataDir, ...options];
  const { status } = spawnSync("bin/weir", args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`weir device import ended with ${status}.`);
  return (performance.now() - startedMs) / 1000;
};
const checkedS = importFile("--dry-run");
const createdS = importFile("--result", result);
console.log(
  `${count} devices of ${statSync(file).size} bytes: checked in ${checkedS.toFixed(1)} s, created in ${createdS.toFixed(1)} s (promised: ${promisedS} s for 10,000).`,
);
if (count === 10_000 && createdS > promisedS) process.exitCode = 1;
