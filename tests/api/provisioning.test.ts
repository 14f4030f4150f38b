import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { weir as run } from "../cli/weir-command.ts";
import { postReadings } from "../harness/post-readings.ts";
import { serveAccountHere } from "./serve-owner.ts";

// Starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const { owner, weir } = await serveAccountHere();
await owner.call("POST", "./templates", { name: "Freezer", sensors: [{ slug: "temperature" }] });

const command = async (...args: string[]) => {
  const { code, stdout, stderr } = await run([...args, "--data", weir.dataDir, "--account", owner.account]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
};

const createKey = async (name: string, ...options: string[]): Promise<string> => {
  const created = await command(
    "provisioning-key",
    "create",
    name,
    "--template",
    "Freezer",
    ...options,
    "--json",
  );
  return JSON.parse(created).key;
};

async function ask(provisioning_key: string, hardware_id: string, method = "POST") {
  const response = await fetch(`${weir.url}/api/v1/provision`, {
    method,
    headers: { "content-type": "application/json", accept: "application/json" },
    ...(method === "POST" ? { body: JSON.stringify({ provisioning_key, hardware_id }) } : {}),
  });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, string>,
  };
}

test("provisions a device at the address of the device API, which then sends readings", async () => {
  const key = await createKey("Factory");
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(key, "SN-1")));
  expect(answers.map(({ status }) => status).sort()).toEqual([...new Array(19).fill(200), 201]);
  const { json, headers } = answers.find(({ status }) => status === 201)!;
  expect(headers.get("x-request-id")).toMatch(/./);
  expect(headers.get("x-ratelimit-limit")).toBe("300");
  const device = { uuid: json.device_uuid!, token: json.token! };
  const sent = await postReadings(weir.url, device, { sensor: "temperature", data: { value: 21.5 } });
  expect(sent.status).toBe(202);
  expect((await ask(key, "SN-1", "GET")).status).toBe(405);
  expect((await ask(`wpk_${"a".repeat(43)}`, "SN-1")).json.error).toBe("invalid_provisioning_key");
  expect(await command("provisioning-key", "list")).toMatch(
    /Factory +wpk_[\w-]{4}… +Freezer +at_once +1 of 1000/,
  );
  await command("provisioning-key", "revoke", "Factory", "--yes");
  expect((await ask(key, "SN-1")).status).toBe(401);
  expect(weir.logText).not.toContain(device.token);
  expect(weir.logText).not.toContain(key);
});

test("approves and rejects waiting devices with commands", async () => {
  const key = await createKey("Careful", "--admission", "approval");
  for (const id of ["SN-2", "SN-3"]) expect((await ask(key, id)).status).toBe(202);
  expect(await command("provision", "list", "--state", "waiting")).toMatch(/SN-3(.|\n)*SN-2/);
  expect(await command("provision", "reject", "SN-3")).toBe("Rejected SN-3.\n");
  expect(await command("provision", "approve", "--all")).toBe("Approved SN-2.\n");
  expect((await ask(key, "SN-2")).json.token).toMatch(/^wdt_/);
  expect((await ask(key, "SN-3")).status).toBe(403);
});

test("creates claim codes from a file", async () => {
  const key = await createKey("Shop", "--admission", "claim");
  const file = join(weir.dataDir, "serials.csv");
  writeFileSync(file, "hardware_id,box\nSN-4,1\nSN-5,1\n");
  const codes = JSON.parse(await command("claim-code", "create", "Shop", "--file", file, "--json"));
  expect(codes.map(({ hardware_id }: { hardware_id: string }) => hardware_id)).toEqual(["SN-4", "SN-5"]);
  expect((await ask(key, "SN-4")).status).toBe(202);
  expect((await owner.call("POST", "./claims", { code: codes[0].code })).status).toBe(201);
  expect((await ask(key, "SN-4")).status).toBe(201);
  expect(await command("claim-code", "list")).toMatch(/SN-5 +Shop .* no/);
});
