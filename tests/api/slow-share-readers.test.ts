/** Whoever has a share link, and nothing else, cannot keep the answers of other tenants from arriving. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { managePath } from "@weir/protocol/manage/route";
import { readProcessStat } from "../../scripts/process-stat.ts";
import { endpointPath } from "../harness/device-client.ts";
import { signalProcess } from "../harness/running-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { Role, WeirProcess } from "../harness/weir-process.ts";
import { BrowserSession, ownerPassword } from "./browser-session.ts";

setDefaultTimeout(60_000);
const MiB = 1024 * 1024;
const pageBytes = 4096;

/** The most that a chart shows: an answer of 1.4 MB. */
const points = 1000;
const sources = 12;
const tilePath = `${managePath}/shared/board/tiles/curve?points=${points}`;
/** A link may have a quarter of 64 MiB. The kernel takes some megabytes for a client that does not read, so these ask repeatedly. */
const firstReaders = 14;
const timesAsked = 6;
const readers = 120;
/** Of a process, with garbage. The limits of what is held are 64 MiB of answers and 128 MiB of unsent bytes. */
const grownBytesMax = 300 * MiB;

const weir = new WeirInstallation();
const sockets: Socket[] = [];
let server: WeirProcess;
let shareToken: string;
let neighbour: BrowserSession;
let board: string;

beforeAll(async () => {
  const owner = { email: "ada@example.org", password: ownerPassword };
  await weir.createOwner(owner);
  server = await weir.start({ preload: fileURLToPath(new URL("./minute-on-signal.ts", import.meta.url)) });
  shareToken = await shareLargestTile(await BrowserSession.signIn(weir, owner));
  await weir.createDevice(["temperature"], "Neighbour");
  const person = { email: "grace@example.org", password: ownerPassword };
  await weir.createMember({ ...person, role: "owner", account: "Neighbour" });
  neighbour = await BrowserSession.signIn(weir, person);
  board = await makeLargeBoard(neighbour);
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await weir[Symbol.asyncDispose]();
});

test("120 readers of a share link that do not read are refused more, and other tenants get their answers", async () => {
  expect((await askShared()).status).toBe(200);
  const before = { ingest: memoryOf("ingest"), manage: memoryOf("manage") };
  for (let nth = 0; nth < firstReaders; nth++) openReader(timesAsked);
  const refused = await untilShared(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.json()).toMatchObject({ code: "too_busy" });

  while (sockets.length < readers) openReader(1);
  await waitUntil("all are connected", async () => (await connections()) >= readers);
  for (let times = 0; times < 5; times++) {
    const answers = await Promise.all(
      ["./devices", `./boards/${board}`, "./limits"].map((path) => neighbour.call("GET", path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  await untilShared(503);
  for (const role of ["ingest", "manage"] as const) {
    expect(memoryOf(role) - before[role]).toBeLessThan(grownBytesMax);
  }

  signalProcess(server.role("ingest")!, "SIGUSR2");
  await waitUntil("clients that have not read for a minute are gone", async () => (await connections()) < 20);
  await untilShared(200);
});

async function untilShared(status: number): Promise<Response> {
  let answer = await askShared();
  await waitUntil(`the share link is answered ${status}`, async () => {
    if (answer.status !== status) answer = await askShared();
    return answer.status === status;
  });
  return answer;
}

/** The answer without its body if that is large. */
async function askShared(): Promise<Response> {
  const answer = await fetch(weir.url + tilePath, { headers: { authorization: `Bearer ${shareToken}` } });
  if (answer.ok) await answer.bytes();
  return answer;
}

function openReader(times: number): void {
  const socket = connect({ host: "127.0.0.1", port: weir.port });
  socket.pause();
  socket.on("error", () => undefined);
  const head = `GET ${tilePath} HTTP/1.1\r\nHost: weir\r\nAuthorization: Bearer ${shareToken}\r\n\r\n`;
  socket.write(head.repeat(times));
  sockets.push(socket);
}

async function connections(): Promise<number> {
  const text = await fetch(`${weir.url}/metrics`).then((answer) => answer.text());
  return Number(/^weir_http_connections (\d+)$/m.exec(text)![1]);
}

function memoryOf(role: Role): number {
  return readProcessStat(server.role(role)!.pid)!.field(24) * pageBytes;
}

async function shareLargestTile(owner: BrowserSession): Promise<string> {
  const slugs = Array.from({ length: sources }, (_, nth) => `s${nth}`);
  const { json: device } = await owner.call("POST", "./devices", {
    name: "Boiler",
    sensors: slugs.map((slug) => ({ slug })),
  });
  const everyMs = (30 * 86_400_000) / points;
  for (const begun of [1, points / 2]) {
    const data = Array.from({ length: points / 2 - 1 }, (_, nth) => {
      const timestamp = new Date(Date.now() - (begun + nth) * everyMs).toISOString();
      return slugs.map((sensor_slug) => ({ sensor_slug, value: nth / 3, timestamp }));
    });
    const sent = await fetch(weir.url + endpointPath("batch", device.uuid), {
      method: "POST",
      headers: { authorization: `Bearer ${device.token}`, "content-type": "application/json" },
      body: JSON.stringify({ data: data.flat() }),
    });
    expect(sent.status).toBe(202);
  }
  const tile = {
    kind: "chart",
    id: "curve",
    title: "",
    place: { x: 0, y: 0, width: 4, height: 4 },
    settings: { sources: slugs.map((sensor) => ({ device: device.uuid, sensor })) },
  };
  const definition = { span: "30d", tiles: [tile] };
  const { json: shared } = await owner.call("POST", "./boards", { name: "Shared", definition });
  const link = await owner.call("POST", `./boards/${shared.uuid}/share-links`, { expires_in_days: 1 });
  return link.json.token;
}

/** A board whose answer is passed on in pieces. */
async function makeLargeBoard(person: BrowserSession): Promise<string> {
  const tiles = Array.from({ length: 30 }, (_, nth) => ({
    kind: "text",
    id: `t${nth}`,
    title: "",
    place: { x: 0, y: nth * 4, width: 4, height: 4 },
    settings: { text: "x".repeat(4000) },
  }));
  const { json } = await person.call("POST", "./boards", { name: "Large", definition: { tiles } });
  return json.uuid;
}
