import { afterAll, expect, test } from "bun:test";
import { withinAccount } from "../../control/control-store.ts";
import { closeTestStores, codeOf, makeAccount, openTestStore, unwrap } from "../test-store.ts";
import { discardDraft, getDraft, saveDraft } from "./chain-drafts.ts";
import { getChain } from "./chain-list.ts";
import { publishChain } from "./chain-publishing.ts";
import { validateDraft } from "./chain-validation.ts";
import { getDefinition } from "./chain-versions.ts";
import { createChain } from "./chains.ts";
import { ending, leadingTo, makePublishedChain, saving, savingAbove, testNode } from "./test-chains.ts";

afterAll(closeTestStores);

async function openWithChain() {
  const opened = openTestStore();
  const account = await makeAccount(opened.store);
  const chain = await makePublishedChain(opened.store, account.id, "Cold");
  opened.announced.length = 0;
  return { ...opened, account, chain };
}

test("editing a draft leaves the published version alone and announces nothing", async () => {
  const { store, announced } = await openWithChain();
  expect(codeOf(await getDraft(store, "Cold"))).toBe("no_draft");
  const saved = unwrap(await saveDraft(store, "Cold", { definition: savingAbove(5) }));
  expect(unwrap(await getDraft(store, "Cold"))).toEqual(saved);
  expect(unwrap(await getDefinition(store, "Cold", "draft"))).toEqual(savingAbove(5));
  expect(unwrap(await getDefinition(store, "Cold", "live"))).toEqual(saving);
  expect(announced).toEqual([]);
});

test("a draft needs the right shape and nothing else", async () => {
  const { store } = await openWithChain();
  const wrong = { nodes: [{ id: "x", type: "teleport" }], wires: [{ from: "y", output: "z", to: "x" }] };
  expect(unwrap(await saveDraft(store, "Cold", { definition: wrong })).definition.nodes[0]).toEqual(
    testNode("x", "teleport"),
  );
  for (const definition of [null, "{}", { nodes: [] }, { ...wrong, extra: 1 }]) {
    expect(codeOf(await saveDraft(store, "Cold", { definition }))).toBe("bad_chain");
  }
  expect(unwrap(await getDraft(store, "Cold")).definition.nodes).toHaveLength(1);
});

test("a draft that was changed in the meantime is not overwritten, published or discarded unseen", async () => {
  const { store } = await openWithChain();
  const before = unwrap(await getChain(store, "Cold")).draftRevision;
  const mine = unwrap(
    await saveDraft(store, "Cold", { definition: savingAbove(1), expectedRevision: before }),
  );
  const theirs = { definition: savingAbove(2), expectedRevision: before };
  expect(codeOf(await saveDraft(store, "Cold", theirs))).toBe("draft_changed");
  expect(codeOf(await discardDraft(store, "Cold", before))).toBe("draft_changed");
  expect(codeOf(await publishChain(store, "Cold", { expectedRevision: before }))).toBe("draft_changed");
  expect(unwrap(await getDraft(store, "Cold"))).toEqual(mine);
  unwrap(await publishChain(store, "Cold", { expectedRevision: mine.revision }));
  const late = { definition: savingAbove(3), expectedRevision: mine.revision };
  expect(codeOf(await saveDraft(store, "Cold", late))).toBe("draft_changed");
});

test("revisions never come again, whatever became of the drafts", async () => {
  const { store } = await openWithChain();
  const seen: number[] = [];
  const note = async () => seen.push(unwrap(await getChain(store, "Cold")).draftRevision);
  for (const value of [1, 2]) {
    unwrap(await saveDraft(store, "Cold", { definition: savingAbove(value) }));
    await note();
    if (value === 1) unwrap(await discardDraft(store, "Cold"));
    else unwrap(await publishChain(store, "Cold"));
    await note();
  }
  expect(new Set(seen).size).toBe(4);
});

test("discards the draft and keeps the published version", async () => {
  const { store } = await openWithChain();
  unwrap(await saveDraft(store, "Cold", { definition: ending }));
  unwrap(await discardDraft(store, "Cold"));
  expect(unwrap(await getChain(store, "Cold"))).toMatchObject({ draft: null, published: { version: 1 } });
  expect(codeOf(await discardDraft(store, "Cold"))).toBe("no_draft");
});

test("the draft of a chain that was never published is all there is, and stays", async () => {
  const { store, account } = await openWithChain();
  unwrap(await createChain(store, { accountId: account.id, name: "New" }));
  expect(codeOf(await discardDraft(store, "New"))).toBe("chain_unpublished");
  expect(unwrap(await getDraft(store, "New")).revision).toBe(1);
});

test("a draft is validated among the chains of its account", async () => {
  const { store, account, chain } = await openWithChain();
  const office = await makeAccount(store, "Office");
  const foreign = await makePublishedChain(store, office.id, "Foreign");
  const unpublished = unwrap(await createChain(store, { accountId: account.id, name: "New" }));
  const problemsOf = async (definition: unknown) => {
    unwrap(await saveDraft(store, "New", { definition }));
    return unwrap(await validateDraft(store, "New"));
  };
  expect(await problemsOf(leadingTo(chain.uuid))).toEqual([]);
  expect(await problemsOf(leadingTo(chain.uuid.toUpperCase()))).toEqual([]);
  for (const uuid of [foreign.uuid, crypto.randomUUID()]) {
    const message = `there is no published chain ${uuid} in this account.`;
    expect(await problemsOf(leadingTo(uuid))).toMatchObject([
      { severity: "error", nodeId: "on", field: "chain", message },
    ]);
  }
  expect((await problemsOf(leadingTo(unpublished.uuid)))[0]!.message).toContain('"New" → "New"');
  expect(await problemsOf(ending)).toMatchObject([{ severity: "warning" }]);
  expect(await problemsOf({ nodes: [], wires: [] })).toMatchObject([{ severity: "error" }]);
  expect(codeOf(await validateDraft(store, "Cold"))).toBe("no_draft");
});

test("within an account no draft of another can be read, saved, checked or discarded", async () => {
  const { store, chain } = await openWithChain();
  unwrap(await saveDraft(store, "Cold", { definition: ending }));
  const within = withinAccount(store, (await makeAccount(store, "Office")).id);
  for (const attempt of [
    await getDraft(within, chain.uuid),
    await saveDraft(within, chain.uuid, { definition: saving }),
    await discardDraft(within, chain.uuid),
    await validateDraft(within, chain.uuid),
  ]) {
    expect(codeOf(attempt)).toBe("unknown_chain");
  }
  expect(unwrap(await getDraft(store, "Cold")).definition).toEqual(ending);
});
