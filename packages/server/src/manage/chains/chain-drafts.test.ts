import { afterAll, expect, test } from "bun:test";
import { withinAccount } from "../../control/control.ts";
import { closeTestControls, codeOf, makeAccount, openTestControl, unwrap } from "../test-control.ts";
import { discardDraft, getDraft, saveDraft } from "./chain-drafts.ts";
import { getChain } from "./chain-list.ts";
import { publishChain } from "./chain-publishing.ts";
import { validateDraft } from "./chain-validation.ts";
import { getDefinition } from "./chain-versions.ts";
import { createChain } from "./chains.ts";
import { ending, leadingTo, makePublishedChain, saving, savingAbove, testNode } from "./test-chains.ts";

afterAll(closeTestControls);

async function openWithChain() {
  const opened = openTestControl();
  const account = await makeAccount(opened.control);
  const chain = await makePublishedChain(opened.control, account.id, "Cold");
  opened.announced.length = 0;
  return { ...opened, account, chain };
}

test("leaves the published version alone and announces nothing when a draft is edited", async () => {
  const { control, announced } = await openWithChain();
  expect(codeOf(await getDraft(control, "Cold"))).toBe("no_draft");
  const saved = unwrap(await saveDraft(control, "Cold", { definition: savingAbove(5) }));
  expect(unwrap(await getDraft(control, "Cold"))).toEqual(saved);
  expect(unwrap(await getDefinition(control, "Cold", "draft"))).toEqual(savingAbove(5));
  expect(unwrap(await getDefinition(control, "Cold", "live"))).toEqual(saving);
  expect(announced).toEqual([]);
});

test("requires only the right shape of a draft", async () => {
  const { control } = await openWithChain();
  const wrong = { nodes: [{ id: "x", type: "teleport" }], wires: [{ from: "y", output: "z", to: "x" }] };
  expect(unwrap(await saveDraft(control, "Cold", { definition: wrong })).definition.nodes[0]).toEqual(
    testNode("x", "teleport"),
  );
  for (const definition of [null, "{}", { nodes: [] }, { ...wrong, extra: 1 }]) {
    expect(codeOf(await saveDraft(control, "Cold", { definition }))).toBe("bad_chain");
  }
  expect(unwrap(await getDraft(control, "Cold")).definition.nodes).toHaveLength(1);
});

test("does not overwrite, publish or discard a draft that was changed in the meantime", async () => {
  const { control } = await openWithChain();
  const before = unwrap(await getChain(control, "Cold")).draftRevision;
  const mine = unwrap(
    await saveDraft(control, "Cold", { definition: savingAbove(1), expectedRevision: before }),
  );
  const theirs = { definition: savingAbove(2), expectedRevision: before };
  expect(codeOf(await saveDraft(control, "Cold", theirs))).toBe("draft_changed");
  expect(codeOf(await discardDraft(control, "Cold", before))).toBe("draft_changed");
  expect(codeOf(await publishChain(control, "Cold", { expectedRevision: before }))).toBe("draft_changed");
  expect(unwrap(await getDraft(control, "Cold"))).toEqual(mine);
  unwrap(await publishChain(control, "Cold", { expectedRevision: mine.revision }));
  const late = { definition: savingAbove(3), expectedRevision: mine.revision };
  expect(codeOf(await saveDraft(control, "Cold", late))).toBe("draft_changed");
});

test("never reuses revisions, even of deleted drafts", async () => {
  const { control } = await openWithChain();
  const seen: number[] = [];
  const note = async () => seen.push(unwrap(await getChain(control, "Cold")).draftRevision);
  for (const value of [1, 2]) {
    unwrap(await saveDraft(control, "Cold", { definition: savingAbove(value) }));
    await note();
    if (value === 1) unwrap(await discardDraft(control, "Cold"));
    else unwrap(await publishChain(control, "Cold"));
    await note();
  }
  expect(new Set(seen).size).toBe(4);
});

test("discards the draft and keeps the published version", async () => {
  const { control } = await openWithChain();
  unwrap(await saveDraft(control, "Cold", { definition: ending }));
  unwrap(await discardDraft(control, "Cold"));
  expect(unwrap(await getChain(control, "Cold"))).toMatchObject({ draft: null, published: { version: 1 } });
  expect(codeOf(await discardDraft(control, "Cold"))).toBe("no_draft");
});

test("keeps the draft of a chain that was never published", async () => {
  const { control, account } = await openWithChain();
  unwrap(await createChain(control, { accountId: account.id, name: "New" }));
  expect(codeOf(await discardDraft(control, "New"))).toBe("chain_unpublished");
  expect(unwrap(await getDraft(control, "New")).revision).toBe(1);
});

test("validates a draft among the chains of its account", async () => {
  const { control, account, chain } = await openWithChain();
  const office = await makeAccount(control, "Office");
  const foreign = await makePublishedChain(control, office.id, "Foreign");
  const unpublished = unwrap(await createChain(control, { accountId: account.id, name: "New" }));
  const problemsOf = async (definition: unknown) => {
    unwrap(await saveDraft(control, "New", { definition }));
    return unwrap(await validateDraft(control, "New"));
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
  expect(codeOf(await validateDraft(control, "Cold"))).toBe("no_draft");
});

test("does not read, save, check or discard drafts of another account", async () => {
  const { control, chain } = await openWithChain();
  unwrap(await saveDraft(control, "Cold", { definition: ending }));
  const within = withinAccount(control, (await makeAccount(control, "Office")).id);
  for (const attempt of [
    await getDraft(within, chain.uuid),
    await saveDraft(within, chain.uuid, { definition: saving }),
    await discardDraft(within, chain.uuid),
    await validateDraft(within, chain.uuid),
  ]) {
    expect(codeOf(attempt)).toBe("unknown_chain");
  }
  expect(unwrap(await getDraft(control, "Cold")).definition).toEqual(ending);
});
