import { Database } from "bun:sqlite";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { managePath } from "@weir/protocol/manage/route";
import { WeirInstallation } from "../../tests/harness/weir-installation.ts";

/**
 * Measures how long a change of a template takes to reach the devices that follow it: `bun bench/fleet/follow-template.ts [COUNT]`. It
 * creates the devices from a CSV file with the template, changes the template, and asks the server something all the time meanwhile.
 */
const count = Number(process.argv[2] ?? 10_000);
const pauseMs = 5;

const weir = new WeirInstallation();
await using _ = weir;
await weir.start();
const file = (name: string, text: string): string => {
  const path = join(weir.notesDir, name);
  writeFileSync(path, text);
  return path;
};
const run = (...args: string[]): number => {
  const startedMs = performance.now();
  const { status } = spawnSync("bin/weir", [...args, "--data", weir.dataDir], { stdio: "inherit" });
  if (status !== 0) throw new Error(`weir ${args.join(" ")} ended with ${status}.`);
  return (performance.now() - startedMs) / 1000;
};
const sensors = ["temperature", "humidity", "door"].map((slug) => ({ slug, unit: "x" }));
run("template", "create", file("template.json", JSON.stringify({ name: "Freezer", sensors })));
const lines = Array.from({ length: count }, (_, nth) => `Freezer ${nth}`);
const createdS = run(
  "device",
  "import",
  file("devices.csv", ["name", ...lines].join("\n")),
  "--template",
  "Freezer",
);

const control = new Database(join(weir.dataDir, "control.db"), { readonly: true });
const behind = control.query(
  "SELECT count(*) AS count FROM devices JOIN device_templates ON device_templates.id = template_id WHERE template_version < version",
);
const changed = [...sensors.map((sensor) => ({ ...sensor, unit: "y" })), { slug: "battery" }];
const startedMs = performance.now();
run(
  "template",
  "update",
  "Freezer",
  file("changed.json", JSON.stringify({ handling: "lenient", sensors: changed })),
);
let slowestMs = 0;
while ((behind.get() as { count: number }).count > 0) {
  const askedMs = performance.now();
  await (await fetch(`${weir.url}${managePath}/session`)).text();
  slowestMs = Math.max(slowestMs, performance.now() - askedMs);
  await Bun.sleep(pauseMs);
}
const followedS = (performance.now() - startedMs) / 1000;
control.close();
console.log(
  `${count} devices: created from the template in ${createdS.toFixed(1)} s; a change with a new sensor reached all in ${followedS.toFixed(1)} s, and the slowest other request took ${slowestMs.toFixed(0)} ms meanwhile.`,
);
