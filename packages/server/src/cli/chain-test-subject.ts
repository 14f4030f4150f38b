import { readExport } from "../manage/chains/chain-exchange.ts";
import {
  loadTrialSubject,
  type TrialRequest,
  type TrialSubject,
} from "../manage/chains/trial/chain-trial-subject.ts";
import type { ChainControlReader } from "../manage/chains/work/chain-control.ts";
import type { ChainTestOptions } from "./chain-test-options.ts";
import { CommandFailure, usageExit, valueOrFail } from "./failure.ts";

export interface SubjectRequest {
  readonly selector: string | undefined;
  readonly options: ChainTestOptions;
  /** What was in the file, where one was named. */
  readonly file: unknown;
}

/** What the options say is to be tried. */
export async function loadSubject(
  control: ChainControlReader,
  request: SubjectRequest,
): Promise<TrialSubject> {
  const { selector: chain, options } = request;
  const { device, sensor } = options;
  const from = device === undefined || sensor === undefined ? undefined : { device, sensor };
  return valueOrFail(await loadTrialSubject(control, { chain, tested: testedOf(request), sensor: from }));
}

function testedOf({ selector, options, file }: SubjectRequest): TrialRequest["tested"] {
  const { version, draft, published, file: path } = options;
  if ([version, draft, published, path].filter((given) => given !== undefined).length > 1) {
    const message = "Only one of --draft, --published, --version and --file can be meant.";
    throw new CommandFailure("usage", message, usageExit);
  }
  if (path !== undefined) {
    const { name, definition } = valueOrFail(readExport(file));
    return { title: `Chain ${name} from ${path}`, definition };
  }
  if (selector === undefined) throw new CommandFailure("usage", "Name a chain, or a --file.", usageExit);
  return version ?? (published ? "live" : draft ? "draft" : undefined);
}
