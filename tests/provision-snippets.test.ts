/** Runs the firmware code of provisioning keys as it is pasted: the first run asks for a token, the second one has it stored. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { curlProvision } from "../packages/dashboard/src/pages/provisioning/snippets/curl-provision.ts";
import { micropythonProvision } from "../packages/dashboard/src/pages/provisioning/snippets/micropython-provision.ts";
import { provisionTarget } from "../packages/dashboard/src/pages/provisioning/snippets/provision-target.ts";
import { pythonProvision } from "../packages/dashboard/src/pages/provisioning/snippets/python-provision.ts";
import { serveOwnerHere } from "./api/serve-owner.ts";
import { tempFolder } from "./harness/temp-folder.ts";

setDefaultTimeout(60_000);

const { owner, weir } = await serveOwnerHere();
const sensors = [{ slug: "temperature" }];
const { uuid: template } = (await owner.call("POST", "./templates", { name: "Freezer", sensors })).json;
const { key } = (await owner.call("POST", "./provisioning-keys", { name: "Factory", template })).json;
const target = provisionTarget(weir.url, { key, slug: "temperature" });

/** Replaces the parts of a board under Python. It ends when it sleeps after its first reading. */
const boardModules = {
  "network.py": `import sys, time
STA_IF = 0
class WLAN:
    def __init__(self, interface): pass
    def active(self, on): pass
    def isconnected(self): return True
def sleep(seconds): sys.exit(0)
time.sleep = sleep
`,
  "machine.py": "def unique_id(): return bytes([0xa4, 0xcf, 0x12])\n",
};

const hasRequests =
  Bun.which("python3") !== null && Bun.spawnSync(["python3", "-c", "import requests"]).success;

test.if(Bun.which("curl") !== null)("curl gets a UUID and a token", async () => {
  using folder = tempFolder();
  expect(JSON.parse(await run(folder.path, "sh", "ask.sh", curlProvision(target)))).toMatchObject({
    message: "Device created.",
    token: expect.stringMatching(/^wdt_/),
  });
});

test.if(hasRequests).each([
  ["python", "device.py", pythonProvision(target)],
  ["micropython", "main.py", micropythonProvision(target)],
])("%s stores its token and sends a reading, and does not ask again", async (_, file, code) => {
  using folder = tempFolder();
  for (const [name, text] of Object.entries(boardModules)) writeFileSync(join(folder.path, name), text);
  const first = await run(folder.path, "python3", file, code);
  expect(first).toMatch(/^201 Device created\.\n202 .*"accepted":1/);
  expect(first).not.toContain("wdt_");
  // The same value again within a minute is a duplicate.
  expect(await run(folder.path, "python3", file, code)).toMatch(/^202 .*"duplicates":1/);
});

async function run(folder: string, command: string, file: string, code: string): Promise<string> {
  writeFileSync(join(folder, file), code);
  const child = Bun.spawn([command, file], { cwd: folder, stdout: "pipe", stderr: "pipe" });
  const [said, complained, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}:\n${said}\n${complained}`);
  return said;
}
