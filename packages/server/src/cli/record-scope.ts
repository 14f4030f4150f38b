import { type Command, InvalidArgumentError } from "commander";
import type { Config } from "../config/settings.ts";
import { askServer } from "../installation/embedded/control-socket.ts";
import { openChainQueries } from "../installation/open-installation.ts";
import {
  type AskProcessor,
  type RecordReader,
  type RecordWriter,
  recordsPerPageMax,
} from "../manage/records/record-access.ts";
import { reasonOf } from "../platform/log.ts";
import { type AccountOption, changeChains, readChains } from "./chain-scope.ts";
import { takeDataFolder, takeJson } from "./command-options.ts";
import { flushRunningServer } from "./control-access.ts";
import { CommandFailure, codeOf } from "./failure.ts";

/** What the commands about alarms, dead letters, messages and traces share. */
export interface RecordOptions extends AccountOption {
  readonly json?: true;
}

export function takeRecordOptions(command: Command): Command {
  command.option("--account <name>", "Only what is in this account (name or UUID)");
  return takeJson(takeDataFolder(command));
}

export interface PagingOptions {
  readonly limit: number;
  readonly before?: number;
}

const listedDefault = 50;

export function takePaging(command: Command): Command {
  return command
    .option("--limit <number>", "At most so many, the newest of them", parsePageLimit, listedDefault)
    .option("--before <id>", "Only what is older than this one", parseId);
}

/** What a list ends with where there may be more. */
export function continuation(listed: readonly { readonly id: number }[], limit: number): string[] {
  const last = listed.at(-1);
  return last === undefined || listed.length < limit ? [] : [`For older ones add --before ${last.id}`];
}

/** What rule chains have kept so far, in the account that was named or in all. */
export async function readRecords<T>(
  config: Config,
  options: RecordOptions,
  work: (reader: RecordReader) => Promise<T>,
): Promise<T> {
  await flushRunningServer(config);
  return readChains(config, options, async (control) => {
    const queries = await openChainQueries(config.data);
    try {
      return await work({ control, queries });
    } finally {
      await queries.close();
    }
  });
}

/** The same for changes, which the processor of a running server makes. */
export async function changeRecords<T>(
  config: Config,
  options: RecordOptions,
  work: (writer: RecordWriter) => Promise<T>,
): Promise<T> {
  await flushRunningServer(config);
  return changeChains(config, options, async (control) => {
    const queries = await openChainQueries(config.data);
    try {
      return await work({ control, queries, ask: askProcessor(config) });
    } finally {
      await queries.close();
    }
  });
}

/** Asks the processor of the running server; ends the command with the reason where it does not answer. */
export function askProcessor(config: Config): AskProcessor {
  return async (request) => {
    try {
      return (await askServer(config.data, request)) as never;
    } catch (error) {
      throw asFailure(error);
    }
  };
}

function asFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (code === "server_not_running") return new CommandFailure(code, reasonOf(error));
  const isDescribed = code !== null || (error instanceof Error && error.name === "TimeoutError");
  return isDescribed ? error : new CommandFailure("request_failed", reasonOf(error));
}

export function parseId(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(id) && id > 0) return id;
  throw new InvalidArgumentError("It must be an id, which is a whole number from 1.");
}

/** For arguments that may be given several times. */
export function parseIds(text: string, before: readonly number[] | undefined): number[] {
  return [...(before ?? []), parseId(text)];
}

function parsePageLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= recordsPerPageMax) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${recordsPerPageMax}.`);
}
