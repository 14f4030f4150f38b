import { randomUUID } from "node:crypto";
import { describeChainUse } from "@weir/protocol/manage/describe-chain-use";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { accountExists } from "../../control/accounts/accounts.ts";
import { deleteChainRows, insertDraftedChain, setChainName } from "../../control/chains/chain-changes.ts";
import type { FoundChain } from "../../control/chains/chain-records.ts";
import { countChains, isChainNameTaken } from "../../control/chains/chain-records.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { templatesWithChain } from "../../control/templates/templates.ts";
import { commitChange } from "../core/commit-change.ts";
import { findChain } from "../core/find-chain.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { validateName } from "../core/validate-text.ts";
import { actionOnChain } from "./action-on-chain.ts";
import { checkShape } from "./chain-drafts.ts";
import { refuseChanged } from "./chain-tag.ts";
import { isUsed, readChainUse } from "./chain-use.ts";
import { learnPublishedChains } from "./published-chains.ts";
import type { ChainControl } from "./work/chain-control.ts";

interface NewChain {
  readonly accountId: number;
  readonly name: string;
  /** The definition of its first draft, from anywhere. Without it, a chain that saves every reading. */
  readonly definition?: unknown;
}

export const chainsPerAccountMax = 1000;

/** Creates a chain with a draft. It applies to nothing before it is published and assigned. */
export async function createChain(control: Control, input: NewChain): Promise<Result<FoundChain>> {
  const definition = checkShape(input.definition ?? defaultChain);
  if (!definition.ok) return definition;
  return commitChange(control, async (tx) => {
    const created = await insertChain(control, tx, { ...input, definition: definition.value });
    if (!created.ok) return created;
    const audit = [
      actionOnChain("chain.create", created.value, { after: { name: created.value.name } }),
    ] as const;
    return succeed({ value: created.value, audit, changes: [] });
  });
}

export async function renameChain(
  control: Control,
  selector: string,
  newName: string,
  expectedTag?: string,
): Promise<Result<FoundChain>> {
  const name = validateName("A chain's name", newName);
  if (!name.ok) return name;
  return commitChange(control, async (tx) => {
    const found = await findChain(control, tx, selector);
    if (!found.ok) return found;
    const chain = found.value;
    const changed = refuseChanged(chain, expectedTag);
    if (changed) return changed;
    if (name.value !== chain.name) {
      const refused = await refuseTakenName(tx, chain.accountId, name.value);
      if (refused) return refused;
    }
    await setChainName(tx, chain.id, name.value);
    return succeed({
      value: { ...chain, name: name.value },
      audit: [
        actionOnChain("chain.rename", chain, { before: { name: chain.name }, after: { name: name.value } }),
      ],
      changes: [{ kind: "chain", chainId: chain.id }],
    });
  });
}

/** Deletes a chain with its draft and all its versions, if nothing uses it. */
export async function deleteChain(
  control: ChainControl,
  selector: string,
  expectedTag?: string,
): Promise<Result<FoundChain>> {
  await learnPublishedChains(control);
  return commitChange(control, async (tx) => {
    const found = await findChain(control, tx, selector);
    if (!found.ok) return found;
    const chain = found.value;
    const changed = refuseChanged(chain, expectedTag);
    if (changed) return changed;
    const use = await readChainUse({ ...control, db: tx }, chain);
    if (isUsed(use)) {
      const used = describeChainUse({ ...use, is_default: use.isDefault });
      const message = `The chain "${chain.name}" is in use: ${used}. Assign another chain there first.`;
      return refuse("chain_in_use", message);
    }
    const templates = await templatesWithChain(tx, chain);
    if (templates.length > 0) {
      const named = templates.map((name) => `"${name}"`).join(", ");
      return refuse("chain_in_use", `Templates use the chain "${chain.name}": ${named}. Change them first.`);
    }
    await deleteChainRows(tx, chain.id);
    const audit = [actionOnChain("chain.delete", chain, { before: { name: chain.name } })] as const;
    return succeed({ value: chain, audit, changes: [{ kind: "chain", chainId: chain.id }] });
  });
}

interface ChainToInsert {
  readonly accountId: number;
  readonly name: string;
  readonly definition: ChainDefinition;
}

/** Runs within a transaction of control data. */
export async function insertChain(
  control: Control,
  tx: ControlTransaction,
  input: ChainToInsert,
): Promise<Result<FoundChain>> {
  const name = validateName("A chain's name", input.name);
  if (!name.ok) return name;
  const { accountId } = input;
  if (!(await accountExists(control, tx, accountId)))
    return refuse("unknown_account", "This account does not exist.");
  const refused = (await refuseTakenName(tx, accountId, name.value)) ?? (await refuseTooMany(tx, accountId));
  if (refused) return refused;
  const uuid = randomUUID();
  const { definition } = input;
  await insertDraftedChain(tx, { uuid, accountId, name: name.value, definition, createdAt: control.nowUs() });
  return findChain(control, tx, uuid);
}

async function refuseTakenName(
  tx: ControlTransaction,
  accountId: number,
  name: string,
): Promise<Refusal | null> {
  const isTaken = await isChainNameTaken(tx, accountId, name);
  return isTaken ? refuse("chain_name_taken", `The account already has a chain "${name}".`) : null;
}

async function refuseTooMany(tx: ControlTransaction, accountId: number): Promise<Refusal | null> {
  if ((await countChains(tx, accountId)) < chainsPerAccountMax) return null;
  return refuse("too_many_chains", `An account can have at most ${chainsPerAccountMax} chains.`);
}
