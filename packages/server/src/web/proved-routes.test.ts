/**
 * Checks that every route that shows a token or a secret, changes roles, addresses or how somebody signs in, or deletes an account,
 * requires a fresh proof. Generated from the routes: a new one asks for proof, takes the password in its body, or is
 * listed with a reason.
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { z } from "zod";
import { closeTestControls } from "../manage/test-control.ts";
import { type AuditScene, openAuditScene } from "../manage/testing/test-audit-scene.ts";
import { routeExamples } from "../manage/testing/test-route-examples.ts";

afterAll(closeTestControls);
// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

type RouteName = keyof typeof manageRoutes;

/** Fields of answers that give access to something. */
const shownSecrets = ["token", "key", "secret", "password_secret", "link", "uri", "recovery_codes"];
/** Fields of requests that decide who gets access, and with which role. */
const changedRights = [
  "role",
  "email",
  "password",
  "old_password",
  "new_password",
  "required",
  "totp",
  "code",
  "token",
];

/** Sensitive routes that ask for no proof, and why. */
const unproved: Readonly<Partial<Record<RouteName, string>>> = {
  answerAsMailRecipient: "takes the secret of the link; a recipient of mail need not be a person here",
  acceptInvitation: "takes the secret of the link; a new person has no proof to give",
  claimDevice: "takes a claim code, which brings a device into the account and gives nobody access",
  checkPassword: "only reads what it is sent",
  confirmEmail: "takes the secret of the link, which was asked for with the password",
  confirmTotp: "takes a code of the new authenticator, whose secret was shown for the password",
  createChannel: "`token` is that of a receiver, to which only Weir sends; no right here changes",
  dryRunChain: "shows names of secrets, never their values",
  giveProof: "is the proof",
  listMessages: "`key` tells repeats of a message apart; secrets are named, never shown",
  listNodeTypes: "`value` is a choice in the form of a node",
  replayReadings: "shows names of secrets, never their values",
  requestPasswordReset: "for people who cannot sign in; the link goes to the mailbox only",
  resetPassword: "takes the secret of the link",
  retryMessages: "`key` tells repeats of a message apart; secrets are named, never shown",
  setUp: "takes the secret of the set-up link; there is nobody yet who could prove anything",
  showAskedMailRecipient: "only reads, for whoever has the link",
  showInvitation: "only reads, for whoever has the link",
  showMessage: "`key` tells repeats of a message apart; secrets are named, never shown",
  signIn: "is the proof",
};

const sensitive = Object.entries<Route>(manageRoutes)
  // A caller of the operator's routes has the data folder, and no session that could be stolen.
  .filter(([, route]) => route.access !== "operator" && (showsSecret(route) || changesRights(route)))
  .map(([name]) => name as RouteName);
const takingPassword = sensitive.filter((name) => !(name in unproved) && hasPassword(manageRoutes[name]));
const asking = sensitive.filter((name) => !(name in unproved) && !hasPassword(manageRoutes[name]));

test("needs every exception", () => {
  expect(Object.keys(unproved).filter((name) => !sensitive.includes(name as RouteName))).toEqual([]);
});

test("requires a proof where it is needed, and nowhere else", () => {
  const withProof = Object.entries<Route>(manageRoutes).filter(([, { proof }]) => proof === true);
  expect(withProof.map(([name]) => name as RouteName).sort()).toEqual([...asking].sort());
});

test("lets an API key, which can prove nothing, only create tokens of devices, by its scope", () => {
  const needs = Object.fromEntries(
    [...asking, ...takingPassword].flatMap((name) => {
      const { scope } = manageRoutes[name];
      return scope === null ? [] : [[name, scope]];
    }),
  );
  expect(needs).toEqual({
    continueDeviceImport: "devices:write",
    createDevice: "devices:write",
    createProvisioningKey: "devices:write",
    duplicateDevice: "devices:write",
    regenerateToken: "devices:write",
  });
});

describe("an old proof is refused", () => {
  test.each(asking)("%s", async (name) => {
    const scene = await openAuditScene();
    await using _ = scene.api;
    const call = await exampleOf(scene, name);
    const stale = await scene.api.withOldProof("owner", scene.plant).call(name, call);
    expect([stale.status, stale.json?.code]).toEqual([403, "proof_needed"]);
    expect(await scene.api.audited()).toEqual([]);
    const fresh = await scene.api.as("owner", scene.plant).call(name, call);
    expect([fresh.status, fresh.text]).toEqual([manageRoutes[name].status, fresh.text]);
  });
});

describe("a wrong password is refused", () => {
  test.each(takingPassword)("%s", async (name) => {
    const scene = await openAuditScene();
    await using _ = scene.api;
    const { body, ...call } = await exampleOf(scene, name);
    const field = "old_password" in (body as object) ? "old_password" : "password";
    const wrong = { ...call, body: { ...(body as object), [field]: "not the password" } };
    const { status, json } = await scene.api.as("owner", scene.plant).call(name, wrong);
    expect([status, json.code]).toEqual([403, "wrong_password"]);
  });
});

/** Routes that only read have no example among those that change something. */
const readingExamples: Readonly<Partial<Record<RouteName, (scene: AuditScene) => Record<string, string>>>> = {
  showSecret: () => ({ secret: "webhook" }),
  showToken: ({ plant }) => ({ device: plant.deviceUuid }),
};

async function exampleOf(scene: AuditScene, name: RouteName) {
  const params = readingExamples[name]?.(scene);
  return params === undefined ? routeExamples[name]!(scene) : { params };
}

function showsSecret({ answer }: Route): boolean {
  if (answer === null || "stream" in answer) return false;
  const fields = fieldsOf(answer);
  // The value of a reading is a number. A text is the value of a secret.
  return fields.some(
    ({ name, type }) => shownSecrets.includes(name) || (name === "value" && type === "string"),
  );
}

function changesRights({ method, path, body }: Route): boolean {
  if (method === "GET") return false;
  if (path.includes("{member}")) return true;
  // Everybody loses their rights. Cancelling gives them back.
  if (path.endsWith("/deletion") && method === "POST") return true;
  return body !== undefined && fieldsOf(body).some(({ name }) => changedRights.includes(name));
}

function hasPassword({ body }: Route): boolean {
  return (
    body !== undefined && fieldsOf(body).some(({ name }) => name === "password" || name === "old_password")
  );
}

interface Field {
  readonly name: string;
  readonly type: unknown;
}

/** All fields of a form, however deep. */
function fieldsOf(schema: z.ZodType): Field[] {
  return walk(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }));
}

function walk(node: unknown): Field[] {
  if (typeof node !== "object" || node === null) return [];
  const { properties = {} } = node as { properties?: Record<string, { type?: unknown }> };
  const own = Object.entries(properties).map(([name, { type }]) => ({ name, type }));
  return [...own, ...Object.values(node).flatMap(walk)];
}
