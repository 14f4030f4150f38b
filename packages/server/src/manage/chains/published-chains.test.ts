import { afterAll, expect, test } from "bun:test";
import { loadChains } from "../../control/chains/published-chains.ts";
import { closeTestControls, makeAccount, openTestControl, unwrap } from "../test-control.ts";
import { saveDraft } from "./chain-drafts.ts";
import { getChain, pageChains } from "./chain-list.ts";
import { publishChain } from "./chain-publishing.ts";
import { KnownFacts } from "./known-facts.ts";
import { loadPublishedChains } from "./published-chains.ts";
import { ending, leadingTo, makePublishedChain, saving } from "./test-chains.ts";
import type { ChainControl } from "./work/chain-control.ts";

afterAll(closeTestControls);

/** The same store, with the statements that go through it. */
function counting(control: ChainControl): { readonly control: ChainControl; readonly statements: string[] } {
  const statements: string[] = [];
  const db = control.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { control: { ...control, db }, statements };
}

test("takes as many queries for many chains as for a few, in a list and for each chain", async () => {
  const { control: plain } = openTestControl();
  const { id: accountId } = await makeAccount(plain);
  const { control, statements } = counting(plain);
  const counts: number[] = [];
  const uuids: string[] = [];
  for (const more of [2, 30]) {
    for (let index = 0; index < more; index++) {
      const definition = index === 0 ? saving : leadingTo(uuids[0]!);
      uuids.push((await makePublishedChain(plain, accountId, `Chain ${uuids.length}`, definition)).uuid);
    }
    await pageChains(plain, { sort: "created", limit: 100 });
    statements.length = 0;
    expect(await pageChains(control, { sort: "created", limit: 100 })).toHaveLength(uuids.length + 1);
    counts.push(statements.length);
  }
  expect(counts).toEqual([counts[0]!, counts[0]!]);
  statements.length = 0;
  unwrap(await getChain(control, uuids[0]!));
  expect(statements.length).toBeLessThanOrEqual(counts[0]!);
});

test("checks each version once, and a new version again", async () => {
  const { control: plain } = openTestControl();
  const { id: accountId } = await makeAccount(plain);
  const { uuid } = await makePublishedChain(plain, accountId, "Cold", saving);
  const { control, statements } = counting(plain);
  const facts = new KnownFacts();
  const queries = async () => {
    statements.length = 0;
    await loadPublishedChains(control, accountId, facts);
    return statements.length;
  };
  const first = await queries();
  const again = await queries();
  expect([first, again]).toEqual([again + 1, 1]);
  expect(facts.size).toBe((await loadChains(plain)).length);

  const cold = async () =>
    (await loadPublishedChains(plain, accountId, facts)).find((chain) => chain.uuid === uuid)!;
  expect((await cold()).problems).toEqual([]);
  unwrap(await saveDraft(plain, uuid, { definition: ending }));
  unwrap(await publishChain(plain, uuid));
  expect(await cold()).toMatchObject({ version: 2, hasSaveStep: false });
  expect((await cold()).problems.map(({ code }) => code)).toEqual(["no_save_reachable"]);
});
