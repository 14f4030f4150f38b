/**
 * Checks that every route that changes something records it in the audit log, and makes no change that it cannot
 * record. Generated from the routes: a new one needs an example, or a reason why it changes nothing.
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import {
  acceptAuditEntries,
  allRows,
  closeTestControls,
  refuseAuditEntries,
} from "../manage/test-control.ts";
import { type AuditScene, openAuditScene } from "../manage/testing/test-audit-scene.ts";
import { routeExamples } from "../manage/testing/test-route-examples.ts";

afterAll(closeTestControls);
// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

type RouteName = keyof typeof manageRoutes;

/** Routes with another method than GET that have nothing to record, and why. */
const notAudited: Readonly<Partial<Record<RouteName, string>>> = {
  appendToImport: "a part of an import, which is in the log since it was made",
  checkExpression: "only reads what it is sent",
  checkPassword: "only reads what it is sent",
  listProblemLines: "only reads what it is sent",
  previewDeviceImport: "only reads what it is sent",
  dryRunChain: "runs on a copy and keeps nothing",
  giveProof: "confirms who is signed in, and changes nothing that others see",
  listLatest: "reads; a list of sensors does not fit a query string",
  replayReadings: "runs on a copy and keeps nothing",
  tryAlertRule: "judges stored readings and keeps nothing",
  requestPasswordReset:
    "is answered before it is done, so that its time tells nothing; entered with the link it makes",
  sendVerification: "a link that was not used has changed nothing",
  showAskedMailRecipient: "reads; the token must not stand in a path",
  showInvitation: "reads; the token must not stand in a path",
  useFirstAccount: "makes an account where there is none, and enters it then",
  validateChain: "only reads what it is sent",
};

const changing = Object.entries<Route>(manageRoutes)
  .filter(([name, { method }]) => method !== "GET" && !(name in notAudited))
  .map(([name]) => name as RouteName);

test("has an example for every route that changes something, and for no other", () => {
  expect(Object.keys(routeExamples).sort()).toEqual([...changing].sort());
});

/** Subjects without a name: readings, of which the log has the number, and imports for a whole account. */
const nameless = ["dead_letter", "import", "quarantined_reading"];
/** As in `device-group.create`. */
const thingAndVerb = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;
const uuidForm = "________-____-____-____-____________";

async function call(scene: AuditScene, name: RouteName) {
  const example = await routeExamples[name]!(scene);
  const { api, plant } = scene;
  const callers = { public: () => api.asNobody(), operator: () => api.asOperator() };
  const { access } = manageRoutes[name];
  const caller = access in callers ? callers[access as keyof typeof callers]() : api.as("owner", plant);
  return () => caller.call(name, example);
}

describe("a change that cannot be recorded is not made, and the next attempt is recorded", () => {
  test.each(changing)("%s", async (name) => {
    const scene = await openAuditScene();
    await using _ = scene.api;
    const { control, records } = scene;
    const send = await call(scene, name);
    await refuseAuditEntries(control);
    const before = await allRows(control);
    const entered = await scene.api.audited();
    records.asked.length = 0;
    expect((await send()).status).toBe(500);
    expect(await allRows(control)).toEqual(before);
    expect(records.asked).toEqual([]);

    await acceptAuditEntries(control);
    const { status, text } = await send();
    expect([status, text]).toEqual([manageRoutes[name].status, text]);
    expect((await scene.api.audited()).length).toBeGreaterThan(entered.length);
    const actions = await control.db.selectFrom("audit_log").select("action").execute();
    for (const { action } of actions) expect(action).toMatch(thingAndVerb);
    const unnamed = await control.db
      .selectFrom("audit_log")
      .select(["action", "subject_kind", "subject_name"])
      .where("subject_kind", "not in", nameless)
      .where((where) =>
        where.or([where("subject_name", "is", null), where("subject_name", "like", uuidForm)]),
      )
      .execute();
    expect(unnamed).toEqual([]);
  });
});
