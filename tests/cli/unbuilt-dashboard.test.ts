import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mainVariable } from "../../scripts/build-server.ts";
import { allProcessIds } from "../../scripts/process-stat.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { plainEnvironment } from "./weir-command.ts";

setDefaultTimeout(60_000);

const root = join(import.meta.dir, "..", "..");
const folder = tempFolder();
const checkout = join(folder.path, "weir");
const children: Bun.Subprocess[] = [];
let banner = "";
let url = "";

/** A checkout whose dashboard cannot be built, for example because a native binding is missing. */
beforeAll(async () => {
  mkdirSync(checkout);
  for (const part of ["bin", "scripts", "packages", "package.json", "package-lock.json"])
    cpSync(join(root, part), join(checkout, part), {
      recursive: true,
      filter: (path) => !path.includes("/dist"),
    });
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  const config = join(checkout, "packages/dashboard/vite.config.ts");
  writeFileSync(config, `throw new Error("Cannot find module './binding.node'");\n`);
  const child = Bun.spawn(["npm", "start", "--", "--port", "0", "--data", join(folder.path, "data")], {
    cwd: checkout,
    // The build that `npm test` makes belongs to another checkout.
    env: { ...plainEnvironment(), [mainVariable]: undefined },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    detached: true,
  });
  children.push(child);
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    banner += piece;
    if (banner.includes("Ctrl-C")) break;
  }
  url = /https?:\/\/\S+/.exec(banner)?.[0] ?? "";
});

afterAll(async () => {
  // Nothing is left of them unless a test failed. npm and the server are one process group.
  if (serverProcesses().length > 0) for (const child of children) process.kill(-child.pid, "SIGTERM");
  folder[Symbol.dispose]();
});

test("serves devices with `npm start` even if the dashboard cannot be built", async () => {
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const curl = banner.split("\n").find((line) => line.startsWith("curl "))!;
  const sent = Bun.spawn(["sh", "-c", curl], { stdout: "pipe" });
  expect(JSON.parse(await sent.stdout.text())).toMatchObject({ accepted: 1 });
});

test("runs a build of the server with `npm start`", () => {
  expect(serverProcesses()).toHaveLength(4);
});

test("says in one line of the banner why there is no dashboard and what to do", () => {
  const lines = banner.split("\n").filter((line) => line.includes("Dashboard"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("Cannot find module './binding.node'");
  expect(lines[0]).toContain("npm run build");
});

test("shows the same explanation at the dashboard's URL", async () => {
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  expect(answer.status).toBe(503);
  const text = (await answer.text())
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'");
  expect(text).toContain("Cannot find module './binding.node'");
  expect(text).toContain("npm run build");
});

// Comes last, because it ends the server.
test("ends its server when only `npm start` itself is told to end, as service managers do", async () => {
  const [npm] = children;
  process.kill(npm!.pid, "SIGTERM");
  await npm!.exited;
  await waitUntil("no process of the server is left", () => serverProcesses().length === 0);
});

function serverProcesses(): number[] {
  const build = join(checkout, "packages/server/dist/");
  return allProcessIds().filter((pid) => commandOf(pid).includes(build));
}

/** Empty when the process has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
