/**
 * Runs the snippets of the dashboard as they are pasted: over HTTP, and over HTTPS with a certificate that is checked.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EndpointName } from "@weir/protocol/contracts";
import { curlSnippet } from "../packages/dashboard/src/pages/device/snippets/curl-snippet.ts";
import { micropythonSnippet } from "../packages/dashboard/src/pages/device/snippets/micropython-snippet.ts";
import { nodeSnippet } from "../packages/dashboard/src/pages/device/snippets/node-snippet.ts";
import { pythonSnippet } from "../packages/dashboard/src/pages/device/snippets/python-snippet.ts";
import {
  type SnippetTarget,
  snippetTarget,
} from "../packages/dashboard/src/pages/device/snippets/snippet-target.ts";
import { describeUnless } from "./harness/describe-unless.ts";
import { tempFolder } from "./harness/temp-folder.ts";
import { tlsFixture } from "./harness/tls-fixture.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { WeirInstallation } from "./harness/weir-installation.ts";

const { certFile, keyFile, cert } = tlsFixture("first");
const shapes: readonly EndpointName[] = ["single", "bulk", "batch"];
/** How many readings each sends at once. A board sends several readings of one sensor when it has ten. */
const sent = { single: 1, bulk: 2, batch: 2 };
const sentByBoard = { ...sent, bulk: 10 };

/**
 * Replaces the parts of a board under Python: it is connected, its time passes while it sleeps, and it ends after one
 * round.
 */
const boardModules = {
  "network.py": `import os, sys, time
passed, real = 0, time.time()
STA_IF = 0
class WLAN:
    def __init__(self, interface): pass
    def active(self, on): pass
    def isconnected(self): return True
def sleep(seconds):
    global passed
    passed += seconds
    if passed >= int(os.environ["ROUND_S"]): sys.exit(0)
gmtime = time.gmtime
time.sleep = sleep
time.gmtime = lambda: gmtime(real - 1200 + passed)
`,
  "ntptime.py": "def settime(): pass\n",
};

interface Language {
  readonly write: (target: SnippetTarget) => string;
  readonly file: string;
  readonly command: string;
  readonly accepted: Readonly<Record<EndpointName, number>>;
  readonly missing: string | null;
}

const languages: Readonly<Record<string, Language>> = {
  curl: {
    write: curlSnippet,
    file: "send.sh",
    command: "sh",
    accepted: sent,
    missing: missing("curl", "--version"),
  },
  python: {
    write: pythonSnippet,
    file: "send.py",
    command: "python3",
    accepted: sent,
    missing: missing("python3", "-c", "import requests"),
  },
  micropython: {
    write: micropythonSnippet,
    file: "main.py",
    command: "python3",
    accepted: sentByBoard,
    missing: missing("python3", "-c", "import requests"),
  },
  node: {
    write: nodeSnippet,
    file: "send.mjs",
    command: "node",
    accepted: sent,
    missing: missing("node", "--version"),
  },
};

setDefaultTimeout(30_000);

for (const isTls of [false, true]) {
  const tls: Record<string, string> = isTls ? { WEIR_TLS_CERT: certFile, WEIR_TLS_KEY: keyFile } : {};
  const weir = new WeirInstallation({ env: tls });
  const publicUrl = isTls ? weir.url.replace("http:", "https:") : weir.url;
  beforeAll(() => {
    weir.launch();
    return waitUntil("the server is ready", () => isReady(publicUrl));
  });
  afterAll(() => weir[Symbol.asyncDispose]());

  for (const [name, language] of Object.entries(languages))
    describeUnless(language.missing, `the ${name} snippet over ${isTls ? "HTTPS" : "HTTP"}`, () => {
      // Over HTTPS, the snippets differ by their address alone.
      test.each(isTls ? (["single"] as const) : shapes)("sends what it shows: %s", async (shape) => {
        // Each has its own device, because equal values of one device would be duplicates.
        const { uuid: deviceUuid, token, sensors } = await weir.createDevice(["temperature", "humidity"]);
        const about = { publicUrl, shape, deviceUuid, token, sensors, needsUuid: false, nowMs: Date.now() };
        const said = await run(language, snippetTarget(about));
        expect(said).toMatch(new RegExp(`accepted\\W+${language.accepted[shape]}\\b`));
      });
    });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { tls: { ca: cert } })).ok;
  } catch {
    return false;
  }
}

/** Runs the snippet in its own folder. The environment makes each runtime trust the certificate. */
async function run({ write, file, command }: Language, target: SnippetTarget): Promise<string> {
  using folder = tempFolder();
  for (const [name, text] of Object.entries({ ...boardModules, [file]: write(target) }))
    writeFileSync(join(folder.path, name), text);
  const trust = { CURL_CA_BUNDLE: certFile, REQUESTS_CA_BUNDLE: certFile, NODE_EXTRA_CA_CERTS: certFile };
  const env = { ...process.env, ...trust, ROUND_S: target.shape === "bulk" ? "600" : "60" };
  const child = Bun.spawn([command, file], { cwd: folder.path, env, stdout: "pipe", stderr: "pipe" });
  const [said, complained, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said}\n${complained}`);
  return said;
}

function missing(...command: string[]): string | null {
  const isThere = Bun.which(command[0]!) !== null && Bun.spawnSync(command).success;
  return isThere ? null : `“${command.join(" ")}” does not work here`;
}
