import type { Command } from "commander";
import { deadLetterToJson } from "../manage/dead-letters/dead-letter-json.ts";
import { listDeadLetters } from "../manage/dead-letters/dead-letters.ts";
import { effectiveConfig } from "./command-options.ts";
import { lettersToTable } from "./dead-letter-output.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { type NodeFilterOptions, takeNodeFilter } from "./record-filter-options.ts";
import { originToJson } from "./record-output.ts";
import {
  continuation,
  type PagingOptions,
  type RecordOptions,
  readRecords,
  takePaging,
  takeRecordOptions,
} from "./record-scope.ts";

export function defineDeadLetterList(command: Command): void {
  command.description(
    "List readings that no chain could process, the newest first, each with its node and reason.",
  );
  takeRecordOptions(takePaging(takeNodeFilter(command)));
  showExamples(
    command,
    "weir dead-letter list",
    `weir dead-letter list --device ${exampleUuid} --sensor temperature`,
    "weir dead-letter list --json | jq -r '.[].reason' | sort | uniq -c",
  );
  command.action(async (options: NodeFilterOptions & PagingOptions & RecordOptions) => {
    const { config } = effectiveConfig(command);
    const { device, sensor, chain, node, limit, before: beforeId } = options;
    const letters = await readRecords(config, options, async (reader) =>
      valueOrFail(await listDeadLetters(reader, { device, sensor, chain, node, limit, beforeId })),
    );
    if (options.json) printJson(letters.map((letter) => deadLetterToJson(letter, originToJson)));
    else if (letters.length === 0) print(noLetters);
    else print([lettersToTable(letters), ...continuation(letters, limit)].join("\n"));
  });
}

const noLetters =
  "No dead letters. A reading becomes one when a node fails on it and nothing is wired to the node's failure output.";
