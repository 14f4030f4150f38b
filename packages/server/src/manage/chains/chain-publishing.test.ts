import { afterAll, expect, test } from "bun:test";
import { noSaveWarning } from "@weir/rule-engine/no-save-warning";
import { loadChains } from "../../control/chains/published-chains.ts";
import { withinAccount } from "../../control/control-store.ts";
import { closeTestStores, codeOf, makeAccount, openTestStore, unwrap } from "../test-store.ts";
import { getDraft, saveDraft } from "./chain-drafts.ts";
import { getChain } from "./chain-list.ts";
import { publishChain, rollBackChain, versionsKept } from "./chain-publishing.ts";
import { diffVersions, getDefinition, listVersions } from "./chain-versions.ts";
import { createChain, deleteChain } from "./chains.ts";
import { ending, leadingTo, makePublishedChain, saving, savingAbove, testNode } from "./test-chains.ts";
import type { ChainControl } from "./work/chain-control.ts";

afterAll(closeTestStores);

async function openWithChain() {
  const opened = openTestStore();
  const account = await makeAccount(opened.store);
  const chain = await makePublishedChain(opened.store, account.id, "Cold");
  opened.announced.length = 0;
  return { ...opened, account, chain };
}

async function publish(store: ChainControl, definition: unknown, note?: string) {
  unwrap(await saveDraft(store, "Cold", { definition }));
  return publishChain(store, "Cold", { note });
}

test("publishes the draft, announces it, and reports what has changed", async () => {
  const { store, announced, chain } = await openWithChain();
  const published = unwrap(await publish(store, savingAbove(5), "keep the cold ones out"));
  expect(published).toMatchObject({
    chain: { uuid: chain.uuid, name: "Cold" },
    version: 2,
    note: "keep the cold ones out",
    warnings: [{ code: "unsaved_readings", message: "Readings that leave Compare by false are not saved." }],
  });
  expect(published.diff!.nodesAdded.map(({ id }) => id)).toEqual(["limit"]);
  expect(announced).toEqual([{ kind: "chain", chainId: chain.id }]);
  expect(await loadChains(store, chain.id)).toMatchObject([{ version: 2, definition: savingAbove(5) }]);
  expect(unwrap(await getChain(store, "Cold"))).toMatchObject({ published: { version: 2 }, draft: null });
});

test("the first version has nothing to differ from", async () => {
  const { store, account } = await openWithChain();
  unwrap(await createChain(store, { accountId: account.id, name: "New" }));
  expect(unwrap(await publishChain(store, "New"))).toMatchObject({ version: 1, diff: null, note: "" });
});

test("a chain that saves nothing is published with a warning", async () => {
  const { store } = await openWithChain();
  expect(unwrap(await publish(store, ending)).warnings).toEqual([
    { code: "no_save_reachable", message: noSaveWarning.message },
  ]);
});

test("without a draft, or with one that changes nothing, there is nothing to publish", async () => {
  const { store, announced } = await openWithChain();
  const refused = await publishChain(store, "Cold");
  expect(refused).toMatchObject({
    error: { code: "no_draft", message: expect.stringContaining("nothing has changed since version 1") },
  });
  expect(codeOf(await publish(store, saving))).toBe("nothing_to_publish");
  expect(unwrap(await getDraft(store, "Cold")).definition).toEqual(saving);
  expect(announced).toEqual([]);
});

test("a chain with errors is refused with the nodes named, and everything stays", async () => {
  const { store, announced } = await openWithChain();
  const wrong = {
    nodes: [testNode("input", "input"), testNode("a", "teleport"), testNode("b", "compare", { value: "x" })],
    wires: [],
  };
  const refused = await publish(store, wrong);
  expect(refused).toMatchObject({
    error: { code: "chain_invalid", problems: [{ nodeId: "a" }, { nodeId: "b" }] },
  });
  expect(!refused.ok && refused.error.message).toContain('\n  Node "a": the type "teleport" is unknown.');
  expect(unwrap(await getChain(store, "Cold"))).toMatchObject({ published: { version: 1 }, draft: {} });
  expect(unwrap(await listVersions(store, "Cold"))).toHaveLength(1);
  expect(announced).toEqual([]);
});

test("chains of an account cannot be published into a loop, in whatever order", async () => {
  const { store, account, chain } = await openWithChain();
  const on = await makePublishedChain(store, account.id, "On", leadingTo(chain.uuid));
  const last = await makePublishedChain(store, account.id, "Last", leadingTo(on.uuid));
  const refused = await publish(store, leadingTo(last.uuid));
  expect(refused).toMatchObject({ error: { code: "chain_invalid", problems: [{ nodeId: "on" }] } });
  expect(!refused.ok && refused.error.message).toContain('"Cold" → "Last" → "On" → "Cold"');
});

test("two that would close a loop between them, published at once: one is refused", async () => {
  const { store, account, chain } = await openWithChain();
  const other = await makePublishedChain(store, account.id, "Other");
  unwrap(await saveDraft(store, "Cold", { definition: leadingTo(other.uuid) }));
  unwrap(await saveDraft(store, "Other", { definition: leadingTo(chain.uuid) }));
  const results = await Promise.all([publishChain(store, "Cold"), publishChain(store, "Other")]);
  expect(results.map(codeOf).sort()).toEqual(["chain_invalid", "ok"]);
});

test("a note is text of at most 500 characters", async () => {
  const { store } = await openWithChain();
  for (const note of ["x".repeat(501), "half \ud800 pair"]) {
    expect(codeOf(await publish(store, ending, note))).toBe("bad_text");
  }
  expect(unwrap(await publish(store, ending, "x".repeat(500))).note).toHaveLength(500);
});

test("rolling back publishes a copy of the earlier version, and leaves the draft", async () => {
  const { store, announced, chain } = await openWithChain();
  unwrap(await publish(store, ending));
  unwrap(await saveDraft(store, "Cold", { definition: savingAbove(7) }));
  const back = unwrap(await rollBackChain(store, "Cold", 1));
  expect(back).toMatchObject({ version: 3, note: "rolled back to version 1", warnings: [] });
  expect(back.diff!.nodesAdded.map(({ id }) => id)).toEqual(["save"]);
  expect(await loadChains(store, chain.id)).toMatchObject([{ version: 3, definition: saving }]);
  expect(unwrap(await getDraft(store, "Cold")).definition).toEqual(savingAbove(7));
  expect(announced).toHaveLength(2);
  expect(unwrap(await listVersions(store, "Cold"))).toMatchObject([
    { version: 3, note: "rolled back to version 1", isPublished: true, isLikePublished: true },
    { version: 2, note: "", isPublished: false, isLikePublished: false },
    { version: 1, isPublished: false, isLikePublished: true },
  ]);
});

test("refuses to roll back to the published version, to an unknown version, and in a deleted chain", async () => {
  const { store, account } = await openWithChain();
  expect(codeOf(await rollBackChain(store, "Cold", 1))).toBe("nothing_to_publish");
  expect(codeOf(await rollBackChain(store, "Cold", 2))).toBe("unknown_version");
  const gone = await makePublishedChain(store, account.id, "Gone");
  unwrap(await publish(store, leadingTo(gone.uuid)));
  unwrap(await publish(store, savingAbove(1)));
  unwrap(await deleteChain(store, "Gone"));
  expect(codeOf(await rollBackChain(store, "Cold", 2))).toBe("chain_invalid");
  expect(unwrap(await getChain(store, "Cold")).published!.version).toBe(3);
});

test("any two of draft and versions can be compared", async () => {
  const { store } = await openWithChain();
  unwrap(await publish(store, savingAbove(1)));
  unwrap(await publish(store, savingAbove(2)));
  unwrap(await saveDraft(store, "Cold", { definition: savingAbove(3) }));
  const changed = async (from: number | "live" | "draft", to: number | "live" | "draft") =>
    unwrap(await diffVersions(store, "Cold", { from, to })).nodesChanged[0]?.changes;
  expect(await changed("live", "draft")).toEqual([{ member: "config.value", before: 2, after: 3 }]);
  expect(await changed("draft", 2)).toEqual([{ member: "config.value", before: 3, after: 1 }]);
  expect(await changed(3, "live")).toBeUndefined();
  expect(codeOf(await diffVersions(store, "Cold", { from: 1, to: 9 }))).toBe("unknown_version");
});

test("of versions a number is kept, the newest, and numbers go on", async () => {
  const { store } = await openWithChain();
  for (let value = 2; value <= versionsKept + 2; value++) unwrap(await publish(store, savingAbove(value)));
  const versions = unwrap(await listVersions(store, "Cold")).map(({ version }) => version);
  expect(versions).toHaveLength(versionsKept);
  expect([versions[0], versions.at(-1)]).toEqual([versionsKept + 2, 3]);
});

test("a chain that was never published has no published version to look at", async () => {
  const { store, account } = await openWithChain();
  unwrap(await createChain(store, { accountId: account.id, name: "New" }));
  expect(codeOf(await getDefinition(store, "New", "live"))).toBe("chain_unpublished");
  expect(unwrap(await listVersions(store, "New"))).toEqual([]);
});

test("within an account no chain of another can be published, rolled back or looked at", async () => {
  const { store, chain } = await openWithChain();
  unwrap(await saveDraft(store, "Cold", { definition: ending }));
  const within = withinAccount(store, (await makeAccount(store, "Office")).id);
  for (const attempt of [
    await publishChain(within, chain.uuid),
    await rollBackChain(within, chain.uuid, 1),
    await listVersions(within, chain.uuid),
    await getDefinition(within, chain.uuid, "live"),
    await diffVersions(within, chain.uuid, { from: "live", to: "draft" }),
  ]) {
    expect(codeOf(attempt)).toBe("unknown_chain");
  }
  expect(unwrap(await getChain(store, "Cold")).published!.version).toBe(1);
});
