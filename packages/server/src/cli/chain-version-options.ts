import { type Command, InvalidArgumentError, Option } from "commander";
import { getChain } from "../manage/chains/chain-list.ts";
import type { WhichVersion } from "../manage/chains/chain-versions.ts";
import type { ChainControlReader } from "../manage/chains/work/chain-control.ts";
import { valueOrFail } from "./failure.ts";

/** Which of a chain's definitions is meant. */
export interface VersionOptions {
  readonly version?: number;
  readonly draft?: true;
}

export function takeVersion(command: Command): Command {
  return command
    .addOption(
      new Option("--version <number>", "This version (default: the published one)")
        .argParser(parseVersion)
        .conflicts("draft"),
    )
    .option("--draft", "The draft");
}

export function parseVersion(text: string): number {
  const version = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(version) && version > 0) return version;
  throw new InvalidArgumentError("It must be the number of a version, from 1.");
}

/** What was asked for; else what is published, and of a chain that was never published its draft. */
export async function chooseVersion(
  control: ChainControlReader,
  selector: string,
  { version, draft }: VersionOptions,
): Promise<WhichVersion> {
  if (version !== undefined) return version;
  if (draft) return "draft";
  const chain = valueOrFail(await getChain(control, selector));
  return chain.live === null ? "draft" : "live";
}
