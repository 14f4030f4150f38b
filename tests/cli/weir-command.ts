import { join } from "node:path";
import { givenEngines } from "../harness/given-engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { type CommandResult, runCommandHere } from "./command-here.ts";

export type { CommandResult };

const launcher = join(import.meta.dir, "..", "..", "bin", "weir");
const root = join(import.meta.dir, "..", "..");

/** An environment without any setting of Weir. */
export function plainEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("WEIR_"));
  return { ...(Object.fromEntries(inherited) as Record<string, string>), ...extra };
}

/** Most commands end before optimized code pays off, and the optimizing compiler takes a fifth of their CPU time. */
const withoutOptimizing = { BUN_JSC_useDFGJIT: "0" };

/** Commands that start something or read standard input. */
const ofProcesses = new Set(["serve", "role", "migrate", "cluster", "login", "logout"]);
const helpFlag = "--help";

/**
 * Runs a command and waits until it ends, in this process if possible. `weirProcess` runs it as people do, which is for tests
 * of starts, ends and pipes, and for the first of the commands that work on whole data folders.
 */
export async function weir(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const isOfProcess = args[0] === undefined || (ofProcesses.has(args[0]) && !args.includes(helpFlag));
  const hasOnlySettings = Object.keys(env).every(
    (name) => name.startsWith("WEIR_") || name === "XDG_CONFIG_HOME",
  );
  // On a cluster, commands do not wait for readings that were accepted a moment ago.
  const isOnCluster = givenEngines !== null || env.WEIR_NATS_URL !== undefined;
  const isHere = !isOfProcess && hasOnlySettings && !isOnCluster;
  const answered = isHere ? await runCommandHere(args, plainEnvironment(env)) : null;
  return answered ?? weirProcess(args, { env });
}

interface ProcessOptions {
  readonly env?: Record<string, string>;
  /** Its standard input. */
  readonly input?: string;
}

/** Runs `bin/weir` as people do, and waits until it ends. */
export async function weirProcess(
  args: readonly string[],
  { env = {}, input = "" }: ProcessOptions = {},
): Promise<CommandResult> {
  const child = Bun.spawn([launcher, ...args], {
    cwd: root,
    env: plainEnvironment({ ...withoutOptimizing, ...env }),
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

/** Runs a command in a terminal and answers its question. */
export async function answerInTerminal(
  args: string,
  answer: string,
): Promise<{ readonly output: string; readonly code: number }> {
  const terminal = Bun.spawn(["script", "-qec", `bin/weir ${args}`, "/dev/null"], {
    cwd: root,
    env: plainEnvironment(),
    stdin: Buffer.from(answer),
    stdout: "pipe",
  });
  return { output: await terminal.stdout.text(), code: await terminal.exited };
}

/** The arguments that tell a command which installation to use. */
export interface CommandPlace {
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

export function placeOf(dataDir: string): CommandPlace {
  return { args: ["--data", dataDir], env: {} };
}

const noPlace: CommandPlace = { args: [], env: {} };

/** Like `weir`, for commands that must succeed. Returns their standard output as JSON. */
export async function weirJson<T>(args: readonly string[], place = noPlace): Promise<T> {
  const { code, stdout, stderr } = await weir([...args, ...place.args], place.env);
  if (code !== 0) throw new Error(`weir ${args.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** The lines of `weir readings --json`. */
export async function listReadings(
  place: string | CommandPlace,
  device: string,
  sensor: string,
): Promise<ListedReading[]> {
  const { args, env } = typeof place === "string" ? placeOf(place) : place;
  const asked = ["readings", "--json", "--device", device, "--sensor", sensor];
  const { code, stdout, stderr } = await weir([...asked, ...args], env);
  if (code !== 0) throw new Error(stderr);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const { device: _device, sensor: _sensor, ...reading } = JSON.parse(line);
    return reading as ListedReading;
  });
}

export interface ListedReading {
  readonly at: string;
  readonly value: number;
  readonly metadata: Record<string, unknown> | null;
  readonly received_at: string;
  readonly device_at: string | null;
}

/** The output of `weir device create`, as far as tests use it. */
export interface CreatedDevice {
  readonly uuid: string;
  readonly token: string;
  readonly sensors: readonly { readonly uuid: string; readonly slug: string }[];
}

export async function createDevice(dataDir: string, ...sensors: string[]): Promise<CreatedDevice> {
  const args = ["device", "create", "Boiler", "--sensor", ...sensors, "--data", dataDir];
  return weirJson<CreatedDevice>(args);
}

export interface ServingWeir extends AsyncDisposable {
  readonly url: string;
  /** Everything that it printed until it was listening. */
  readonly banner: string;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<CommandResult>;
}

/** Starts `bin/weir serve` on a free port and waits until it says that it is listening. */
export async function serve(dataDir: string, ...flags: string[]): Promise<ServingWeir> {
  const args = ["serve", "--data", dataDir, "--port", "0", "--rate-limit", "1000000", ...flags];
  const child = Bun.spawn([launcher, ...args], {
    cwd: root,
    env: plainEnvironment(),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const stderr = child.stderr.text();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let banner = "";
  while (!banner.includes("Ctrl-C")) {
    const { done, value } = await output.read();
    if (done) throw new Error(`weir serve ended: ${await stderr}`);
    banner += value;
  }
  const url = /https?:\/\/\S+/.exec(banner)![0];
  const ended = restOf(output, banner).then(async (stdout) => {
    return { code: await child.exited, stdout, stderr: await stderr };
  });
  return {
    url,
    banner,
    ended,
    kill: (signal) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function restOf(output: TextReader, begun: string): Promise<string> {
  let text = begun;
  for (;;) {
    const { done, value } = await output.read();
    if (done) return text;
    text += value;
  }
}

interface TextReader {
  read(): Promise<{ readonly done: boolean; readonly value?: string | undefined }>;
}

interface PostedReading {
  readonly url: string;
  readonly device: string;
  readonly token: string;
  readonly sensor: string;
  readonly data: unknown;
}

/** Sends a request as a device would. `data` as an array goes to the bulk endpoint. */
export async function post({ url, device, token, sensor, data }: PostedReading): Promise<Response> {
  const headers = { accept: "application/json" };
  return postReadings(url, { uuid: device, token }, { sensor, data }, { headers });
}
