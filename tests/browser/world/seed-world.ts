import { join } from "node:path";
import { waitUntil } from "../../harness/wait-until.ts";
import type { WeirInstallation } from "../../harness/weir-installation.ts";
import { ManageSession } from "./manage-session.ts";
import { ShiftedClock } from "./shifted-clock.ts";
import { seedBoards, shareBoard } from "./world-boards.ts";
import { seedChains } from "./world-chains.ts";
import { assignChains, type SeededDevices, seedDevices } from "./world-devices.ts";
import { seedHistory } from "./world-history.ts";
import { people, seedNotifications, seedPeople } from "./world-people.ts";
import { seedProvisioning } from "./world-provisioning.ts";
import { seedTemplate } from "./world-template.ts";
import { type Road, seedLastWords, seedTraffic } from "./world-traffic.ts";
import { troubles } from "./world-trouble.ts";

const dayMs = 86_400_000;
/** The start of the world, before anybody sent anything. */
const beginDays = 22;

/** A farm with its devices, people, chains and problems, as an installation looks after some weeks. */
export interface SeededWorld {
  readonly account: string;
  readonly devices: SeededDevices;
  /** UUIDs by name. */
  readonly chains: ReadonlyMap<string, string>;
  /** UUIDs by name. */
  readonly boards: ReadonlyMap<string, string>;
  /** UUID of the template of Greenhouse 3. */
  readonly template: string;
  /** The token of the share link of a board. */
  readonly sharedBoard: string;
  /** A request in which one of three readings named an unknown sensor. */
  readonly troubledRequest: string;
  /** The id of an active alarm that somebody has acknowledged, commented on and assigned. */
  readonly alarm: number;
  /** The secret of an invitation that is still open. */
  readonly invitation: string;
}

/** The settings of its servers, which must be allowed to reach the receiver of messages on this machine. */
export const worldSettings = { WEIR_OUTBOX_ALLOW: "127.0.0.1" };

/**
 * Fills a new installation through its APIs. A server runs with a clock that starts weeks ago and is moved up to the
 * present. It is stopped afterwards, and another can be started. The installation must have the `worldSettings`.
 */
export async function seedWorld(weir: WeirInstallation): Promise<SeededWorld> {
  using receiver = receiveMessages();
  const nowMs = Date.now();
  using clock = new ShiftedClock(join(weir.notesDir, "clock"), nowMs - beginDays * dayMs);
  const { email, password } = people.owner;
  const env = { ...clock.env, WEIR_OWNER_EMAIL: email, WEIR_OWNER_PASSWORD: password };
  const server = await weir.start({ preload: clock.preload, env });
  const { url } = weir;
  const owner = await ManageSession.signIn(url, people.owner);
  await seedPeople(url, owner);
  const devices = await seedDevices(owner);
  const chains = await seedChains(owner, receiver.url);
  await assignChains(owner, devices, chains);
  const road: Road = { url, clock, untilSettled: () => weir.untilSettled() };
  let troubledRequest = "";
  const incidents = troubles(devices, (request) => {
    troubledRequest = request;
  });
  await seedLastWords(road, devices, nowMs);
  await seedTraffic(road, devices, incidents, nowMs);
  const ownerNow = await ManageSession.signIn(url, people.owner, owner.account);
  await seedHistory(ownerNow, devices);
  await seedProvisioning(url, ownerNow);
  const boards = await seedBoards(ownerNow, devices);
  const template = await seedTemplate(ownerNow, devices, boards.get("Any greenhouse")!);
  const sharedBoard = await shareBoard(ownerNow, boards.get("Cold chain")!);
  const invited = { email: "dario@riverside.example", role: "editor" };
  const { token: invitation } = await ownerNow.do("POST", "./invitations", invited);
  const alarm = await actOnRecords(url, owner.account, devices);
  await seedNotifications(ownerNow);
  await server.stop();
  return {
    account: owner.account,
    devices,
    chains: chains.uuids,
    boards,
    template,
    sharedBoard,
    troubledRequest,
    alarm,
    invitation,
  };
}

/** What people did meanwhile. Returns the id of an alarm. */
async function actOnRecords(url: string, account: string, devices: SeededDevices): Promise<number> {
  const editor = await ManageSession.signIn(url, people.editor, account);
  const { items } = await editor.do("GET", "./alarms?state=active");
  const dry = items.find(({ name }: { name: string }) => name === "dry-soil");
  if (dry === undefined) throw new Error("The dry soil raised no alarm.");
  await editor.do("POST", `./alarms/${dry.id}/acknowledge`);
  await editor.do("POST", `./alarms/${dry.id}/comments`, {
    text: "The valve is stuck. I’ll order a new one.",
  });
  await editor.do("PUT", `./alarms/${dry.id}/assignee`, { assignee: people.editor.email });
  const { uuid: rule } = await editor.do("POST", "./alert-rules", {
    name: "Sensor silent",
    severity: "info",
    text: "{{device.name}} sends nothing",
    target: { kind: "type", type: "temperature" },
    condition: { kind: "silent", seconds: 30 * 86_400 },
  });
  const weekend = { days: ["saturday", "sunday"], from: "22:00", to: "06:00", time_zone: "Europe/Berlin" };
  await editor.do("PUT", `./alert-rules/${rule}/mute`, { until: null, weekly: weekend });
  for (const { plan, uuid } of devices.values())
    if (!plan.isEnabled) await editor.do("PATCH", `./devices/${uuid}`, { enabled: false });
  await waitUntil("the pager has its message", async () => {
    const { items: delivered } = await editor.do("GET", "./outbox?state=delivered");
    return delivered.length > 0;
  });
  return dry.id;
}

/**
 * The receiver of messages in the seeded world. The pager accepts everything. Irrigation does not know the address of
 * the first message and fails for the others. It runs on this machine, because tests reach nothing else.
 */
function receiveMessages(): { readonly url: string } & Disposable {
  let irrigated = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ url }) {
      if (url.endsWith("/pager")) return new Response(null, { status: 204 });
      return new Response(null, { status: irrigated++ === 0 ? 410 : 503 });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, [Symbol.dispose]: () => void server.stop(true) };
}
