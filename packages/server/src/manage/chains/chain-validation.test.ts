import { afterAll, expect, test } from "bun:test";
import { systemClock } from "../../platform/clock.ts";
import { closeTestControls, makeAccount, openTestControl, unwrap } from "../test-control.ts";
import { validateDefinition } from "./chain-validation.ts";
import { createChain } from "./chains.ts";
import { ending } from "./test-chains.ts";
import { WorkerChainWork } from "./work/worker-chain-work.ts";

afterAll(closeTestControls);

test("warns once that a chain saves nothing", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const { uuid } = unwrap(await createChain(control, { accountId, name: "Unsaved" }));
  const chainWork = new WorkerChainWork(
    { deadlineS: 60, perAccount: 20, secondsPerMinute: 3600 },
    systemClock,
  );
  const problems = unwrap(await validateDefinition({ ...control, chainWork }, uuid, ending));
  chainWork.close();
  expect(problems.map(({ code }) => code)).toEqual(["no_save_reachable"]);
});
