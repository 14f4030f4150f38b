import { expect, setDefaultTimeout, test } from "bun:test";
import { BrowserSession } from "../api/browser-session.ts";
import { openDeviceControl } from "../harness/device-control.ts";
import { RawConnection } from "../harness/raw-connection.ts";
import { isRunning, pauseProcess, signalProcess } from "../harness/running-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { type Role, roles, type WeirProcess } from "../harness/weir-process.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";

setDefaultTimeout(60_000);

const env = { WEIR_OWNER_EMAIL: "ada@example.org", WEIR_OWNER_PASSWORD: "correct horse battery staple" };

async function killRole(life: WeirProcess, role: Role): Promise<void> {
  const running = await life.untilRoleRuns(role);
  signalProcess(running, "SIGKILL");
  await waitUntil(`that ${role} process is gone`, () => !isRunning(running));
}

test("accepts and stores readings while the manage process is down, and answers other requests with 503", async () => {
  await using weir = new WeirInstallation({ env });
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const life = await weir.start();
  const ask = () => fetch(`${weir.url}/api/manage/v1/session`);
  let refused = await ask();
  // It is back soon, so it may have to be killed more than once to be caught while it is down.
  await waitUntil("the management API is away", async () => {
    await killRole(life, "manage");
    expect(await device.deliver(device.samples(50))).toMatchObject({ accepted: 50 });
    refused = await ask();
    return refused.status === 503;
  });
  expect(refused.headers.get("Retry-After")).toBe("2");
  expect(refused.headers.get("X-Request-Id")).not.toBeNull();
  expect(await refused.json()).toMatchObject({ code: "management_unavailable", status: 503 });
  expect((await fetch(`${weir.url}/healthz`)).status).toBe(200);
  await waitUntil(
    "what was accepted is stored",
    () => ledger.compare(storedRows(weir.dataDir)).lost.length === 0,
  );

  const owner = new BrowserSession(weir.url);
  const signIn = { email: env.WEIR_OWNER_EMAIL, password: env.WEIR_OWNER_PASSWORD };
  await waitUntil(
    "the next one answers",
    async () => (await owner.call("POST", "/session", signIn)).status === 201,
  );
  expect(life.server()).not.toBeNull();
  await weir.untilSettled();
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
});

test("runs commands while the ingest process is down, and their changes apply when it is back", async () => {
  await using weir = new WeirInstallation();
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const life = await weir.start();
  expect(await device.deliver(device.samples(50))).toMatchObject({ accepted: 50 });
  await weir.untilSettled();
  for (let kill = 0; kill < 3; kill++) {
    await killRole(life, "ingest");
    expect(await weir.status()).toMatchObject({ accepted: 50 * (kill + 1) });
    const added = new SimulatedDevice(weir.url, await weir.createDevice(["b"]), ledger);
    await waitUntil("the listener is back at its address", () => life.isReady());
    expect(await added.deliver(added.samples(25))).toMatchObject({ accepted: 25 });
    expect(await device.deliver(device.samples(25))).toMatchObject({ accepted: 25 });
    await weir.untilSettled();
  }
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
});

test.each(roles)(
  "restarts the %s process however often it dies, without touching the others",
  async (role) => {
    await using weir = new WeirInstallation();
    const device = await weir.createDevice(["a"]);
    const life = await weir.start();
    const others = await Promise.all(
      roles.filter((other) => other !== role).map((other) => life.untilRoleRuns(other)),
    );
    for (let kill = 0; kill < 3; kill++) await killRole(life, role);
    await life.untilRoleRuns(role);
    expect(others.every(isRunning)).toBe(true);
    await waitUntil("readings are accepted", () => life.isReady());
    const simulated = new SimulatedDevice(weir.url, device, new Ledger());
    expect(await simulated.deliver(simulated.samples(5))).toMatchObject({ accepted: 5 });
    await waitUntil("all of it works again", async () => {
      const metrics = await (await fetch(`${weir.url}/metrics`)).text();
      return metrics.includes(`\nweir_process_restarts_total{role="${role}"} 3\n`);
    });
    expect(await weir.untilSettled()).toMatchObject({ accepted: 5, saved: 5 });
    expect(await life.stop()).toBe(0);
  },
);

test("ends all processes when the server is killed, and the next server starts cleanly", async () => {
  await using weir = new WeirInstallation();
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  for (let start = 0; start < 3; start++) {
    const life = await weir.start();
    expect(await device.deliver(device.samples(20))).toMatchObject({ accepted: 20 });
    await life.killServer();
    await life.untilRolesEnded();
  }
  await weir.start();
  expect(await weir.untilSettled()).toMatchObject({ accepted: 60, saved: 60 });
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
});

test("waits at the start until the processes of a killed server have ended", async () => {
  await using weir = new WeirInstallation();
  const life = await weir.start();
  const late = await life.untilRoleRuns("ingest");
  // It is stopped, so it notices nothing and keeps its port and its lock.
  await pauseProcess(late);
  await life.killServer();
  const next = weir.launch();
  await waitUntil(
    "the next one waits",
    () => next.hasExited || weir.logText.includes("waiting for the processes"),
  );
  signalProcess(late, "SIGCONT");
  await next.untilRoleRuns("ingest");
  await next.untilReady();
  expect(isRunning(late)).toBe(false);
});

test("refuses an old token after the ingest process restarts if it was regenerated meanwhile", async () => {
  await using weir = new WeirInstallation();
  const created = await weir.createDevice(["a"]);
  const life = await weir.start();
  await using control = openDeviceControl(weir.dataDir);
  let { token } = created;
  for (let kill = 0; kill < 4; kill++) {
    await killRole(life, "ingest");
    // At some moment of the following start.
    await Bun.sleep(kill * 120);
    const old = new SimulatedDevice(weir.url, { ...created, token }, new Ledger());
    token = await control.regenerateToken(created.uuid);
    await waitUntil("the listener is back", () => life.isReady());
    expect((await old.request(old.samples(1))).status).toBe(401);
    const device = new SimulatedDevice(weir.url, { ...created, token }, new Ledger());
    expect((await device.request(device.samples(1))).status).toBe(202);
  }
});

/** A request to check a chain whose body is still missing, and the body, in which a node of this type is unknown. */
function begunCheck(path: string, key: string, type: string) {
  const definition = { nodes: [{ id: type, type }], wires: [] };
  const body = JSON.stringify({ definition });
  const head = `POST ${path} HTTP/1.1\r\nHost: weir\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\n`;
  return {
    head: `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
    type,
  };
}

test("refuses or cuts off a request whose process dies before its body has arrived", async () => {
  await using weir = new WeirInstallation();
  const life = await weir.start();
  const owner = await BrowserSession.setUp(weir);
  const { json: made } = await owner.call("POST", "./api-keys", { name: "Checks", scopes: ["chains:read"] });
  const { json: chains } = await owner.call("GET", "./chains");
  const path = `/api/manage/v1/accounts/${owner.account}/chains/${chains.items[0].uuid}/validate`;
  const begin = (group: string) =>
    Promise.all(
      Array.from({ length: 8 }, async (_, nth) => {
        const request = begunCheck(path, made.key, `${group}${nth}`);
        const connection = await RawConnection.open(weir.url);
        connection.write(request.head);
        expect((await connection.answer({ hasBody: false })).status).toBe(100);
        return { ...request, connection };
      }),
    );
  const finish = (begun: Awaited<ReturnType<typeof begin>>) =>
    Promise.all(
      begun.map(async ({ body, type, connection: opened }) => {
        using connection = opened;
        connection.write(body);
        const { status, body: text } = await connection.answer();
        const { code, problems } = JSON.parse(text);
        const isOwn = problems?.some(({ node }: { node: string | null }) => node === type);
        return status === 200 && isOwn ? "its own" : code;
      }),
    );

  const abandoned = await begin("old");
  await killRole(life, "manage");
  await waitUntil("the next one answers", async () => (await owner.call("GET", "/session")).status === 200);
  const next = await begin("new");
  expect(new Set(await finish(abandoned))).toEqual(new Set(["management_unavailable"]));
  expect(new Set(await finish(next))).toEqual(new Set(["its own"]));

  const cut = await begin("cut");
  await killRole(life, "ingest");
  const answers = await Promise.allSettled(cut.map(({ connection }) => connection.answer()));
  expect(answers.every(({ status }) => status === "rejected")).toBe(true);
});
