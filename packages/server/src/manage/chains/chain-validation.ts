import type { ProblemCode } from "@weir/protocol/closed-sets";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { type ChainProblem, describeProblem } from "@weir/rule-engine/chain-problem";
import { noSaveWarning } from "@weir/rule-engine/no-save-warning";
import type { FoundChain } from "../../control/chains/chain-records.ts";
import { storedChain } from "../../control/chains/stored-chain.ts";
import { secretsOf } from "../../control/secrets/secrets.ts";
import { findChain } from "../core/find-chain.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { webhookSecretName } from "../core/sealed-secret.ts";
import type { ChainFacts } from "./chain-facts.ts";
import { ChainNetwork } from "./chain-network.ts";
import { loadPublishedChains, type PublishedChainFacts } from "./published-chains.ts";
import type { ChainControlReader } from "./work/chain-control.ts";
import { accountOwner } from "./work/chain-work.ts";

/** The parts of an account that its chains depend on. */
export interface ChainSurroundings {
  /** The published chains by UUID. */
  readonly published: ReadonlyMap<string, PublishedChainFacts>;
  readonly network: ChainNetwork;
  readonly secretNames: ReadonlySet<string>;
  /** Null if it is not known. */
  readonly sendsMail: boolean | null;
}

/** Where to look them up. */
export type SurroundingsSource = Pick<ChainControlReader, "db" | "dialect" | "sendsMail" | "chainWork">;

/** What identifies a chain to its neighbours. */
interface NamedChain {
  readonly uuid: string;
  readonly name: string;
}

/** The warnings of a chain that is published, or about to be. */
export interface ChainWarning {
  readonly code: ProblemCode;
  /** For people. */
  readonly message: string;
}

/** `db` may be a transaction. */
export async function loadSurroundings(
  source: SurroundingsSource,
  accountId: number,
): Promise<ChainSurroundings> {
  const { db, sendsMail } = source;
  const secrets = await secretsOf(db, accountId);
  const chains = await loadPublishedChains(source, accountId);
  return {
    published: new Map(chains.map((chain) => [chain.uuid, chain])),
    network: new ChainNetwork(chains),
    // Created on first use.
    secretNames: new Set([webhookSecretName, ...secrets.map(({ name }) => name)]),
    sendsMail,
  };
}

/**
 * All problems and warnings of a chain, among the published chains and secrets of its account and with the current mail
 * server: its own errors, then those of where it leads, then warnings.
 */
function problemsIn(
  surroundings: ChainSurroundings,
  { uuid, name }: NamedChain,
  facts: ChainFacts,
): ChainProblem[] {
  const chain = { uuid, name, ...facts };
  return problemsAmong({ ...surroundings, network: surroundings.network.with(chain) }, chain);
}

/** For a chain that is part of the network. */
function problemsAmong(
  { network, secretNames, sendsMail }: Omit<ChainSurroundings, "published">,
  chain: NamedChain & ChainFacts,
): ChainProblem[] {
  const { problems: own, secrets, mailNodes } = chain;
  if (own.some(isError)) return [...own];
  const errors = network.problemsOf(chain);
  if (errors.length > 0) return errors;
  const saves = network.maySave(chain) || own.some(({ code }) => code === noSaveWarning.code);
  return [
    ...own,
    ...(saves ? [] : [noSaveWarning]),
    ...secretWarnings(secrets, secretNames),
    ...(sendsMail === false ? mailNodes.map(mailWarning) : []),
  ];
}

/**
 * The warnings of the published version; none if it was never published. Includes errors that appeared after
 * publishing.
 */
export async function warningsOf(surroundings: ChainSurroundings, uuid: string): Promise<ChainWarning[]> {
  const chain = surroundings.published.get(uuid);
  return chain === undefined ? [] : toWarnings(problemsAmong(surroundings, chain), chain.nodes);
}

/** How many of the published chains have any. */
export function countWarned(surroundings: ChainSurroundings): number {
  const chains = [...surroundings.published.values()];
  return chains.filter((chain) => problemsAmong(surroundings, chain).length > 0).length;
}

/** What keeps the draft from being published, and its warnings. */
export async function validateDraft(
  store: ChainControlReader,
  selector: string,
): Promise<Result<ChainProblem[]>> {
  const found = await findChain(store, store.db, selector);
  if (!found.ok) return found;
  if (found.value.draft === null) return refuseMissingDraft(found.value);
  return validateAs(store, found.value, storedChain(found.value.draft));
}

/** The same for a definition that is not stored, as if it were the chain's draft. */
export async function validateDefinition(
  store: ChainControlReader,
  selector: string,
  definition: ChainDefinition,
): Promise<Result<ChainProblem[]>> {
  const found = await findChain(store, store.db, selector);
  return found.ok ? validateAs(store, found.value, definition) : found;
}

async function validateAs(
  store: ChainControlReader,
  chain: FoundChain,
  definition: ChainDefinition,
): Promise<Result<ChainProblem[]>> {
  const examined = await examine(store, chain.accountId, definition);
  if (!examined.ok) return examined;
  return succeed(problemsIn(await loadSurroundings(store, chain.accountId), chain, examined.value.facts));
}

/** A definition with its facts. */
export interface ExaminedDefinition {
  readonly definition: ChainDefinition;
  readonly facts: ChainFacts;
}

/** Done before a transaction, which must not stay open while a chain is checked. */
export async function examine(
  { chainWork }: Pick<ChainControlReader, "chainWork">,
  accountId: number,
  definition: ChainDefinition,
): Promise<Result<ExaminedDefinition>> {
  const facts = await chainWork.facts(accountOwner(accountId), definition);
  return facts.ok ? succeed({ definition, facts: facts.value }) : facts;
}

/** The warnings of a chain that may be published, or the refusal. */
export async function checkPublishable(
  source: SurroundingsSource,
  chain: FoundChain,
  { definition, facts }: ExaminedDefinition,
): Promise<Result<ChainWarning[]>> {
  const surroundings = await loadSurroundings(source, chain.accountId);
  const problems = problemsIn(surroundings, chain, facts);
  const nodes = Object.fromEntries(definition.nodes.map((node) => [node.id, node]));
  const errors = problems.filter(isError);
  if (errors.length === 0) return succeed(await toWarnings(problems, nodes));
  const list = errors.map((problem) => `\n  ${describeProblem(problem)}`).join("");
  const message = `The chain "${chain.name}" cannot be published:${list}`;
  return { ok: false, error: { code: "chain_invalid", message, problems: errors } };
}

export function refuseMissingDraft({ name, publishedVersion }: FoundChain): Refusal {
  return refuse(
    "no_draft",
    `The chain "${name}" has no draft: nothing has changed since the published version ${publishedVersion}.`,
  );
}

/** Nodes of the same name may have the same warning, which is reported once. */
async function toWarnings(
  problems: readonly ChainProblem[],
  nodes: ChainFacts["nodes"],
): Promise<ChainWarning[]> {
  if (problems.length === 0) return [];
  // Labels need the whole rule engine, which most commands need not load.
  const { describeLabelled } = await import("@weir/rule-engine/node-label");
  const byMessage = new Map(
    problems.map((problem) => [describeLabelled(problem, nodes[problem.nodeId ?? ""]), problem.code]),
  );
  return Array.from(byMessage, ([message, code]) => ({ code, message }));
}

function secretWarnings(
  secrets: ChainFacts["secrets"],
  secretNames: ReadonlySet<string>,
): readonly ChainProblem[] {
  return secrets
    .filter(({ name }) => !secretNames.has(name))
    .map(({ nodeId, field, name }) => {
      const message = `the account has no secret "${name}", so messages cannot be delivered yet.`;
      return { severity: "warning", code: "missing_secret", nodeId, field, message };
    });
}

function mailWarning(nodeId: string): ChainProblem {
  const message = "this server has no mail server set up, so messages cannot be delivered yet.";
  return { severity: "warning", code: "no_mail_server", nodeId, field: null, message };
}

function isError({ severity }: ChainProblem): boolean {
  return severity === "error";
}
