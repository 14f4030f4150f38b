import { afterAll, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { withOrigins } from "../control/record-origins.ts";
import { saveDraft } from "./chains/chain-drafts.ts";
import { publishChain } from "./chains/chain-publishing.ts";
import { line, makePublishedChain, testNode } from "./chains/test-chains.ts";
import { closeTestControls, makeAccount, openTestControl, unwrap } from "./test-control.ts";

afterAll(closeTestControls);

const saveCalled = (name: string): ChainDefinition => line({ ...testNode("save", "save"), name });

test("shows a node's name in the published version, and none if it has no name or was removed", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const chain = await makePublishedChain(control, accountId, "Cold", saveCalled("Keep it"));
  const other = await makePublishedChain(control, accountId, "Warm", saveCalled(""));
  const names = async () => {
    const records = [
      [chain.id, "save"],
      [chain.id, "input"],
      [chain.id, "gone"],
      [chain.id, null],
      [other.id, "save"],
      [null, "save"],
    ] as const;
    const rows = records.map(([chainId, nodeId]) => ({ accountId, sensorId: null, chainId, nodeId }));
    return (await withOrigins(control, rows)).map(({ origin }) => origin.nodeName);
  };
  expect(await names()).toEqual(["Keep it", null, null, null, null, null]);
  unwrap(await saveDraft(control, chain.uuid, { definition: saveCalled("Save") }));
  expect((await names())[0]).toBe("Keep it");
  unwrap(await publishChain(control, chain.uuid));
  expect((await names())[0]).toBe("Save");
});
