import { type Command, InvalidArgumentError } from "commander";
import { errorCode } from "../platform/error-code.ts";
import type { AccountName, ApiClient, ItemOf } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";
import { CommandFailure } from "./failure.ts";
import { printable } from "./output.ts";

/** Shared by the commands about alarms, dead letters and messages. */
export interface RecordOptions extends ApiOptions, RecordFilterOptions {
  readonly account?: string;
}

/** Filters by device, sensor or chain. */
interface RecordFilterOptions {
  readonly device?: string;
  readonly sensor?: string;
  readonly chain?: string;
}

export function takeAccount(command: Command): Command {
  return command.option("--account <name>", "Only entries of this account (name or UUID)");
}

/** Whose records to use: those of the named account, of the account with the filtered object, or of all. */
export async function accountsOf(
  api: ApiClient,
  { account, device, sensor, chain }: RecordOptions,
): Promise<readonly AccountName[]> {
  if (device !== undefined) return [await api.accountOf({ device }, account)];
  if (chain !== undefined) return [await api.accountOf({ chain }, account)];
  if (sensor !== undefined) return [await api.accountOf({ sensor }, account)];
  return api.accounts(account);
}

/** Named records by their account. */
interface NamedRecords {
  readonly idsOf: ReadonlyMap<AccountName["uuid"], readonly number[]>;
  readonly unknownIds: readonly number[];
}

const nouns = { alarm: "alarm", dead_letter: "dead letter", message: "message" } as const;

export async function findRecords(
  api: ApiClient,
  kind: keyof typeof nouns,
  ids: readonly number[],
  named: string | undefined,
): Promise<NamedRecords> {
  const unique = [...new Set(ids)];
  const accounts = await api.accounts(named);
  if (accounts.length === 1) return { idsOf: new Map([[accounts[0]!.uuid, unique]]), unknownIds: [] };
  const idsOf = new Map<string, number[]>();
  const unknownIds: number[] = [];
  for (const id of unique) {
    const account = await api.accountOf({ [kind]: id }, undefined).catch(nullIfUnknown);
    if (account === null) unknownIds.push(id);
    else idsOf.set(account.uuid, [...(idsOf.get(account.uuid) ?? []), id]);
  }
  return { idsOf, unknownIds };
}

/** Joins the answers of several accounts. Every member is a list. */
export function addAnswer<Answer extends object>(done: Answer, answer: Answer): void {
  for (const [key, items] of Object.entries(answer)) (done as Record<string, unknown[]>)[key]!.push(...items);
}

/** Fails for named ids that do not exist, after everything else was done. */
export function failForUnknown(kind: keyof typeof nouns, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const noun = nouns[kind];
  const missing = ids.length === 1 ? `is no ${noun} ${ids[0]}` : `are no ${noun}s ${ids.join(", ")}`;
  const where = kind === "message" ? " in the outbox" : "";
  throw new CommandFailure(`unknown_${kind}`, `There ${missing}${where}.`);
}

function nullIfUnknown(error: unknown): null {
  if (errorCode(error)?.startsWith("unknown_")) return null;
  throw error;
}

export function parseId(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(id) && id > 0) return id;
  throw new InvalidArgumentError("It must be an id: a whole number, 1 or more.");
}

/** For arguments that may be given several times. */
export function parseIds(text: string, before: readonly number[] | undefined): number[] {
  return [...(before ?? []), parseId(text)];
}

type Origin = Pick<ItemOf<"listDeadLetters">, "device" | "sensor" | "chain">;

/** Device and sensor in one cell. Removed ones have no name any more. */
export function describeSource({ device, sensor }: Omit<Origin, "chain">): string {
  return printable(`${device?.name ?? "(removed)"}/${sensor?.slug ?? "(removed)"}`);
}

export function describeChain({ chain }: Pick<Origin, "chain">): string {
  return chain === null ? "-" : printable(chain.name);
}
