/** Follows docs/guide/cluster-backup.md on real engines, with the commands of the guide. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { BrowserSession } from "../api/browser-session.ts";
import { weir as runWeir } from "../cli/weir-command.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings, type Sender } from "../harness/post-readings.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";
import { guideCommands } from "./guide-commands.ts";

setDefaultTimeout(240_000);

const guide = "cluster-backup.md";
const patienceMs = 60_000;
/** The address of the database in the guide. */
const guideUrl = "postgres://postgres:password@db1:5432/weir";

interface Device extends Sender {
  readonly sensors: readonly { readonly uuid: string }[];
}

describeUnless(await whyNoEngines(), "a cluster that is backed up and restored", () => {
  let weir: WeirCluster;
  let ingest: ClusterNode;
  let processor: ClusterNode;
  let manage: ClusterNode;
  let owner: BrowserSession;
  const folder = tempFolder();

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    await using sql = new Bun.SQL(weir.postgres.url, { max: 1 });
    await sql.unsafe("CREATE ROLE weir LOGIN");
    await sql.unsafe("CREATE DATABASE weir OWNER weir");
  });
  afterAll(async () => {
    await weir[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const superuserUrl = () => weir.postgres.server.url("weir");
  const weirUrl = () => superuserUrl().replace("postgres@", "weir@");
  const settings = () => ({ WEIR_POSTGRES_URL: weirUrl() });

  /** Runs a command as an operator would, who is a superuser of PostgreSQL unless another address is given. */
  async function shell(command: string, address = superuserUrl()): Promise<{ code: number; text: string }> {
    const { hostname, port, username } = new URL(address);
    const child = Bun.spawn(["sh", "-ec", command.replaceAll(guideUrl, address)], {
      cwd: folder.path,
      env: {
        ...process.env,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        WEIR_REDIS_URL: weir.redis.url,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [text, problem] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { code: await child.exited, text: text + problem };
  }

  async function follow(heading: string): Promise<void> {
    for (const command of guideCommands(guide, heading)) {
      const { code, text } = await shell(command);
      if (code !== 0) throw new Error(`${command} failed: ${text}`);
    }
  }

  async function start(): Promise<void> {
    processor = weir.launch("process", settings());
    ingest = weir.launch("ingest", settings());
    manage = weir.launch("manage", settings());
    for (const node of [ingest, manage]) await weir.untilReady(node);
  }

  async function stop(): Promise<void> {
    for (const { process } of [ingest, processor, manage]) process.kill("SIGTERM");
    for (const { process } of [ingest, processor, manage]) await process.exited;
  }

  async function createDevice(name: string): Promise<Device> {
    const body = { name, contract: "queued", sensors: [{ slug: "temperature" }] };
    const { status, json } = await owner.call("POST", "./devices", body);
    expect(status).toBe(201);
    return json;
  }

  /** Sends one reading for each number. Their times differ, so none is a repeat. */
  async function send(device: Sender, ...values: readonly number[]): Promise<number[]> {
    const statuses: number[] = [];
    for (const value of values) {
      const data = { value, timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, value)).toISOString() };
      statuses.push((await postReadings(ingest.url, device, { sensor: "temperature", data })).status);
    }
    return statuses;
  }

  const untilStored = async (count: number) => {
    await using sql = new Bun.SQL(superuserUrl(), { max: 1 });
    const stored = async () => Number((await sql`SELECT count(*) FROM weir.readings`)[0].count);
    await waitUntil(`${count} readings are stored`, async () => (await stored()) === count, patienceMs).catch(
      ({ message }: Error) => {
        throw new Error(`${message} The cluster logged:\n${weir.logText}`);
      },
    );
  };

  const valuesOf = async ({ uuid, sensors }: Device): Promise<number[]> => {
    const path = `./devices/${uuid}/sensors/${sensors[0]!.uuid}/readings`;
    const { json } = await owner.at(manage.url, owner.account).call("GET", path);
    return json.items.map(({ value }: { value: number }) => value).toSorted((a: number, b: number) => a - b);
  };

  test("has every acknowledged reading again, and otherwise everything as it was when the dump was made", async () => {
    await start();
    owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
    const kept = await createDevice("Kept");
    const regenerated = await createDevice("Regenerated");
    expect(await send(kept, 1, 2, 3)).toEqual([202, 202, 202]);
    await untilStored(3);
    const asWeir = await shell(guideCommands(guide, "Back up")[0]!, weirUrl());
    expect(asWeir.code).not.toBe(0);
    expect(asWeir.text).toContain("row-level security");
    await follow("Back up");

    expect(await send(kept, 4, 5)).toEqual([202, 202]);
    const { json } = await owner.call("POST", `./devices/${regenerated.uuid}/token/regenerate`, {});
    const late = await createDevice("Late");
    expect(await send(late, 6)).toEqual([202]);
    await untilStored(6);
    // Accepted and not stored when PostgreSQL is lost.
    processor.process.kill("SIGKILL");
    expect(await send(kept, 7, 8)).toEqual([202, 202]);

    await stop();
    await follow("PostgreSQL restored");
    const left = await shell(`redis-cli -u "$WEIR_REDIS_URL" --scan --pattern 'weir:*'`);
    expect(left).toEqual({ code: 0, text: "" });
    await start();
    await untilStored(7);
    const gap = async () => {
      const { stdout } = await runWeir(["status", "--json"], { ...weir.settings, ...settings() });
      return (JSON.parse(stdout) as { gap: number | null }).gap;
    };
    await waitUntil("weir status shows a gap of 0", async () => (await gap()) === 0, patienceMs);
    expect(await valuesOf(kept)).toEqual([1, 2, 3, 4, 5, 7, 8]);
    expect(await send(late, 9)).toEqual([404]);
    expect(await send({ ...regenerated, token: json.token }, 10)).toEqual([401]);
    expect(await send(regenerated, 10)).toEqual([202]);
    expect(await send(kept, 11)).toEqual([202]);
    await untilStored(9);
    expect(await Bun.file(join(folder.path, "weir.dump")).exists()).toBeTrue();
  });
});
