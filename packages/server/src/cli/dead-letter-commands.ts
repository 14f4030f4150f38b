import type { CallAnswer } from "@weir/protocol/manage/calls";
import { counted } from "../platform/counted.ts";
import type { AccountOptions } from "./account-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import {
  changeLetters,
  choicesOf,
  isFiltered,
  type LetterOptions,
  letterFilter,
  takeLetterChoice,
} from "./dead-letter-choice.ts";
import { letterToText } from "./dead-letter-output.ts";
import { apiCommand } from "./derived/api-command.ts";
import { recordListCommand } from "./derived/record-list-command.ts";
import { exampleUuid } from "./example.ts";
import { printable } from "./output.ts";
import { describeChain, describeSource, failForUnknown, parseId, takeAccount } from "./records.ts";

const list = recordListCommand({
  route: "listDeadLetters",
  ofAll: "listAllDeadLetters",
  description: "List readings that failed in their chain, newest first, each with its node and reason.",
  options: letterFilter,
  columns: {
    ID: ({ id }) => String(id),
    DIED: ({ died_at }) => died_at ?? "-",
    SENSOR: (letter) => (letter.raw_base64 === null ? describeSource(letter) : "-"),
    VALUE: ({ value }) => String(value ?? "-"),
    CHAIN: describeChain,
    NODE: ({ node }) => printable(node ?? "-"),
    REASON: ({ reason }) => printable(reason ?? "-"),
  },
  none: () =>
    "No dead letters. A reading becomes one when a node fails on it and nothing is wired to the node's failure output.",
  examples: [
    "weir dead-letter list",
    `weir dead-letter list --device ${exampleUuid} --sensor temperature`,
    "weir dead-letter list --json | jq -r '.[].reason' | sort | uniq -c",
  ],
});

const show = apiCommand({
  take: (command) =>
    takeAccount(command.argument("<id>", "Id of the letter, as weir dead-letter list shows it", parseId)),
  examples: ["weir dead-letter show 7"],
  async call(api, [id]: [number], options: AccountOptions) {
    await api.awaitAccepted();
    if (api.isOperator && options.account === undefined)
      return api.call("showAnyDeadLetter", { params: { id } });
    const { uuid, name } = await api.accountFor(options.account);
    return { ...(await api.call("showDeadLetter", { params: { account: uuid, id } })), account: name };
  },
  text: letterToText,
});

const replay = apiCommand({
  description:
    "Run dead letters, oldest first, through the chains that their sensors use now. Readings that fail " +
    "again become new dead letters.",
  take: takeLetterChoice,
  examples: [
    "weir dead-letter replay 7 8",
    "weir dead-letter replay --all",
    `weir dead-letter replay --all --device ${exampleUuid} --sensor temperature`,
  ],
  call: (api, [ids = []]: [number[]?], options: LetterOptions) =>
    changeLetters(api, "replayDeadLetters", choicesOf(ids, options), options.account),
  text: replayedToText,
  check: (done) => failForUnknown("dead_letter", done.unknown_ids),
});

function replayedToText(done: CallAnswer<"replayDeadLetters">): string {
  const { replayed, saved, already_stored: stored, ended, dead, skipped } = done;
  if (replayed === 0 && skipped === 0) return "Nothing to replay.";
  const parts = [
    `${saved} saved`,
    ...(stored > 0 ? [`${stored} already stored`] : []),
    ...(ended > 0 ? [`${ended} not saved`] : []),
    ...(dead > 0 ? [`${dead} failed again (weir dead-letter list)`] : []),
  ];
  const left =
    skipped === 0
      ? ""
      : ` ${skipped} could not be replayed: the sensor was removed, or the data cannot be read.`;
  return `Replayed ${replayed}: ${parts.join(", ")}.${left}`;
}

const discard = apiCommand({
  description: "Permanently delete dead letters. Their readings are still counted as dead.",
  take: (command) => takeYes(takeLetterChoice(command)),
  examples: ["weir dead-letter discard 7 8", "weir dead-letter discard --all --chain Default"],
  async call(api, [ids = []]: [number[]?], options: LetterOptions & ConfirmOptions) {
    const choices = choicesOf(ids, options);
    const all = isFiltered(options) ? "all of these dead letters" : "all dead letters";
    const which = ids.length > 0 ? named(ids.length) : all;
    await askFirst(`Discard ${which} permanently?`, options, "Nothing was discarded.");
    return changeLetters(api, "discardDeadLetters", choices, options.account);
  },
  text: ({ discarded }) => (discarded === 0 ? "Nothing was discarded." : `Discarded ${named(discarded)}.`),
  check: (done) => failForUnknown("dead_letter", done.unknown_ids),
});

function named(count: number): string {
  return counted(count, "dead letter");
}

export const deadLetterCommands = { list, show, replay, discard };
