/**
 * A trusted proxy on this machine stands for other machines: it says whose request it passes on, and over which
 * protocol.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { ownerPassword } from "./browser-session.ts";
import { startWithOwner } from "./serve-owner.ts";

setDefaultTimeout(60_000);

const elsewhere = { "x-forwarded-for": "203.0.113.9" };
const overTls = { ...elsewhere, "x-forwarded-proto": "https" };

interface Scene {
  readonly weir: WeirInstallation;
  readonly key: string;
  readonly account: string;
}

async function start(env: Record<string, string> = {}): Promise<Scene> {
  const weir = new WeirInstallation({ env: { WEIR_TRUSTED_PROXIES: "127.0.0.1", ...env } });
  const { owner } = await startWithOwner(weir);
  const made = await owner.call("POST", "./api-keys", { name: "Reader", scopes: ["devices:read"] });
  return { weir, key: made.json.key, account: owner.account };
}

let scene: Scene;
beforeAll(async () => {
  scene = await start();
});
afterAll(() => scene.weir[Symbol.asyncDispose]());

async function list({ weir, key, account }: Scene, headers: Record<string, string>) {
  const url = `${weir.url}${managePath}/accounts/${account}/devices`;
  const answer = await fetch(url, { headers: { ...headers, authorization: `Bearer ${key}` } });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
}

async function askForReset({ weir }: Scene, headers: Record<string, string>) {
  const answer = await fetch(`${weir.url}${managePath}/password-resets`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
    body: JSON.stringify({ email: "ada@example.org" }),
  });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
}

test("refuses an API key over plain HTTP from another machine, and accepts it over TLS or on this one", async () => {
  expect(await list(scene, elsewhere)).toEqual({ status: 403, code: "https_needed" });
  expect((await list(scene, overTls)).status).toBe(200);
  expect((await list(scene, {})).status).toBe(200);
});

test("does not reset a password over plain HTTP from another machine", async () => {
  expect(await askForReset(scene, elsewhere)).toEqual({ status: 403, code: "https_needed" });
  expect((await askForReset(scene, overTls)).status).toBe(202);
});

test("allows both if the operator says so", async () => {
  const allowing = await start({ WEIR_PLAIN_HTTP: "allow" });
  await using _ = allowing.weir;
  expect((await list(allowing, elsewhere)).status).toBe(200);
  expect((await askForReset(allowing, elsewhere)).status).toBe(202);
});

test("asks browsers to stay with TLS behind a trusted TLS proxy, on pages and in the API, and sets secure cookies", async () => {
  const { weir } = scene;
  const signIn = (headers: Record<string, string>) =>
    fetch(`${weir.url}${managePath}/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
      body: JSON.stringify({ email: "ada@example.org", password: ownerPassword }),
    });
  const asked = async (headers: Record<string, string>) => {
    const answers = [
      await fetch(`${weir.url}/`, { headers: { ...headers, accept: "text/html" } }),
      await fetch(`${weir.url}${managePath}/session`, { headers }),
      await signIn(headers),
    ];
    return answers.map((answer) => answer.headers.get("strict-transport-security"));
  };
  expect(await asked(overTls)).toEqual(Array(3).fill("max-age=31536000"));
  expect(await asked({})).toEqual([null, null, null]);
  expect((await signIn(overTls)).headers.get("set-cookie")).toMatch(
    /^__Host-weir_session=.*; Secure; HttpOnly;/,
  );
});
