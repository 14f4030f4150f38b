import { afterAll, expect, test } from "bun:test";
import { noSaveWarning } from "@weir/rule-engine/no-save-warning";
import { loadChains } from "../../control/chains/published-chains.ts";
import { withinAccount } from "../../control/control.ts";
import { closeTestControls, codeOf, makeAccount, openTestControl, unwrap } from "../test-control.ts";
import { getDraft, saveDraft } from "./chain-drafts.ts";
import { getChain } from "./chain-list.ts";
import { publishChain, rollBackChain, versionsKept } from "./chain-publishing.ts";
import { diffVersions, getDefinition, listVersions } from "./chain-versions.ts";
import { createChain, deleteChain } from "./chains.ts";
import { ending, leadingTo, makePublishedChain, saving, savingAbove, testNode } from "./test-chains.ts";
import type { ChainControl } from "./work/chain-control.ts";

afterAll(closeTestControls);

async function openWithChain() {
  const opened = openTestControl();
  const account = await makeAccount(opened.control);
  const chain = await makePublishedChain(opened.control, account.id, "Cold");
  opened.announced.length = 0;
  return { ...opened, account, chain };
}

async function publish(control: ChainControl, definition: unknown, note?: string) {
  unwrap(await saveDraft(control, "Cold", { definition }));
  return publishChain(control, "Cold", { note });
}

test("publishes the draft, announces it, and reports what has changed", async () => {
  const { control, announced, chain } = await openWithChain();
  const published = unwrap(await publish(control, savingAbove(5), "keep the cold ones out"));
  expect(published).toMatchObject({
    chain: { uuid: chain.uuid, name: "Cold" },
    version: 2,
    note: "keep the cold ones out",
    warnings: [{ code: "unsaved_readings", message: "Readings that leave Compare by false are not saved." }],
  });
  expect(published.diff!.nodesAdded.map(({ id }) => id)).toEqual(["limit"]);
  expect(announced).toEqual([{ kind: "chain", chainId: chain.id }]);
  expect(await loadChains(control, chain.id)).toMatchObject([{ version: 2, definition: savingAbove(5) }]);
  expect(unwrap(await getChain(control, "Cold"))).toMatchObject({ published: { version: 2 }, draft: null });
});

test("reports no differences for the first version", async () => {
  const { control, account } = await openWithChain();
  unwrap(await createChain(control, { accountId: account.id, name: "New" }));
  expect(unwrap(await publishChain(control, "New"))).toMatchObject({ version: 1, diff: null, note: "" });
});

test("publishes a chain that saves nothing with a warning", async () => {
  const { control } = await openWithChain();
  expect(unwrap(await publish(control, ending)).warnings).toEqual([
    { code: "no_save_reachable", message: noSaveWarning.message },
  ]);
});

test("publishes nothing without a draft, or with one that changes nothing", async () => {
  const { control, announced } = await openWithChain();
  const refused = await publishChain(control, "Cold");
  expect(refused).toMatchObject({
    error: {
      code: "no_draft",
      message: expect.stringContaining("nothing has changed since the published version 1"),
    },
  });
  expect(codeOf(await publish(control, saving))).toBe("nothing_to_publish");
  expect(unwrap(await getDraft(control, "Cold")).definition).toEqual(saving);
  expect(announced).toEqual([]);
});

test("refuses a chain with errors with the nodes named, and changes nothing", async () => {
  const { control, announced } = await openWithChain();
  const wrong = {
    nodes: [testNode("input", "input"), testNode("a", "teleport"), testNode("b", "compare", { value: "x" })],
    wires: [],
  };
  const refused = await publish(control, wrong);
  expect(refused).toMatchObject({
    error: { code: "chain_invalid", problems: [{ nodeId: "a" }, { nodeId: "b" }] },
  });
  expect(!refused.ok && refused.error.message).toContain('\n  Node "a": the type "teleport" is unknown.');
  expect(unwrap(await getChain(control, "Cold"))).toMatchObject({ published: { version: 1 }, draft: {} });
  expect(unwrap(await listVersions(control, "Cold"))).toHaveLength(1);
  expect(announced).toEqual([]);
});

test("refuses to publish chains of an account into a loop, in any order", async () => {
  const { control, account, chain } = await openWithChain();
  const on = await makePublishedChain(control, account.id, "On", leadingTo(chain.uuid));
  const last = await makePublishedChain(control, account.id, "Last", leadingTo(on.uuid));
  const refused = await publish(control, leadingTo(last.uuid));
  expect(refused).toMatchObject({ error: { code: "chain_invalid", problems: [{ nodeId: "on" }] } });
  expect(!refused.ok && refused.error.message).toContain('"Cold" → "Last" → "On" → "Cold"');
});

test("refuses one of two chains that would close a loop if published at once", async () => {
  const { control, account, chain } = await openWithChain();
  const other = await makePublishedChain(control, account.id, "Other");
  unwrap(await saveDraft(control, "Cold", { definition: leadingTo(other.uuid) }));
  unwrap(await saveDraft(control, "Other", { definition: leadingTo(chain.uuid) }));
  const results = await Promise.all([publishChain(control, "Cold"), publishChain(control, "Other")]);
  expect(results.map(codeOf).sort()).toEqual(["chain_invalid", "ok"]);
});

test("limits a note to 500 characters of text", async () => {
  const { control } = await openWithChain();
  for (const note of ["x".repeat(501), "half \ud800 pair"]) {
    expect(codeOf(await publish(control, ending, note))).toBe("bad_text");
  }
  expect(unwrap(await publish(control, ending, "x".repeat(500))).note).toHaveLength(500);
});

test("publishes a copy of the earlier version on rollback, and keeps the draft", async () => {
  const { control, announced, chain } = await openWithChain();
  unwrap(await publish(control, ending));
  unwrap(await saveDraft(control, "Cold", { definition: savingAbove(7) }));
  const back = unwrap(await rollBackChain(control, "Cold", 1));
  expect(back).toMatchObject({ version: 3, note: "rolled back to version 1", warnings: [] });
  expect(back.diff!.nodesAdded.map(({ id }) => id)).toEqual(["save"]);
  expect(await loadChains(control, chain.id)).toMatchObject([{ version: 3, definition: saving }]);
  expect(unwrap(await getDraft(control, "Cold")).definition).toEqual(savingAbove(7));
  expect(announced).toHaveLength(2);
  expect(unwrap(await listVersions(control, "Cold"))).toMatchObject([
    { version: 3, note: "rolled back to version 1", isPublished: true, isLikePublished: true },
    { version: 2, note: "", isPublished: false, isLikePublished: false },
    { version: 1, isPublished: false, isLikePublished: true },
  ]);
});

test("refuses to roll back to the published version, to an unknown version, and in a deleted chain", async () => {
  const { control, account } = await openWithChain();
  expect(codeOf(await rollBackChain(control, "Cold", 1))).toBe("nothing_to_publish");
  expect(codeOf(await rollBackChain(control, "Cold", 2))).toBe("unknown_version");
  const gone = await makePublishedChain(control, account.id, "Gone");
  unwrap(await publish(control, leadingTo(gone.uuid)));
  unwrap(await publish(control, savingAbove(1)));
  unwrap(await deleteChain(control, "Gone"));
  expect(codeOf(await rollBackChain(control, "Cold", 2))).toBe("chain_invalid");
  expect(unwrap(await getChain(control, "Cold")).published!.version).toBe(3);
});

test("compares any two of draft and versions", async () => {
  const { control } = await openWithChain();
  unwrap(await publish(control, savingAbove(1)));
  unwrap(await publish(control, savingAbove(2)));
  unwrap(await saveDraft(control, "Cold", { definition: savingAbove(3) }));
  const changed = async (from: number | "live" | "draft", to: number | "live" | "draft") =>
    unwrap(await diffVersions(control, "Cold", { from, to })).nodesChanged[0]?.changes;
  expect(await changed("live", "draft")).toEqual([{ member: "config.value", before: 2, after: 3 }]);
  expect(await changed("draft", 2)).toEqual([{ member: "config.value", before: 3, after: 1 }]);
  expect(await changed(3, "live")).toBeUndefined();
  expect(codeOf(await diffVersions(control, "Cold", { from: 1, to: 9 }))).toBe("unknown_version");
});

test("keeps a limited number of the newest versions and continues their numbers", async () => {
  const { control } = await openWithChain();
  for (let value = 2; value <= versionsKept + 2; value++) unwrap(await publish(control, savingAbove(value)));
  const versions = unwrap(await listVersions(control, "Cold")).map(({ version }) => version);
  expect(versions).toHaveLength(versionsKept);
  expect([versions[0], versions.at(-1)]).toEqual([versionsKept + 2, 3]);
});

test("shows no published version of a chain that was never published", async () => {
  const { control, account } = await openWithChain();
  unwrap(await createChain(control, { accountId: account.id, name: "New" }));
  expect(codeOf(await getDefinition(control, "New", "live"))).toBe("chain_unpublished");
  expect(unwrap(await listVersions(control, "New"))).toEqual([]);
});

test("does not publish, roll back or show chains of another account", async () => {
  const { control, chain } = await openWithChain();
  unwrap(await saveDraft(control, "Cold", { definition: ending }));
  const within = withinAccount(control, (await makeAccount(control, "Office")).id);
  for (const attempt of [
    await publishChain(within, chain.uuid),
    await rollBackChain(within, chain.uuid, 1),
    await listVersions(within, chain.uuid),
    await getDefinition(within, chain.uuid, "live"),
    await diffVersions(within, chain.uuid, { from: "live", to: "draft" }),
  ]) {
    expect(codeOf(attempt)).toBe("unknown_chain");
  }
  expect(unwrap(await getChain(control, "Cold")).published!.version).toBe(1);
});
