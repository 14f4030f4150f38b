import { CircleX, ClockAlert, MailWarning, MailX, Router, Server, Unplug, Workflow } from "lucide-react";
import type { ReactElement } from "react";
import { adviceText } from "../../format/chain-advice.ts";
import { countText, plural } from "../../format/number.ts";
import { wrongClockText } from "../../format/wrong-clock.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { outcomeText } from "../activity/outcome-words.ts";
import { AlarmItem } from "./alarm-item.tsx";
import { AttentionItem, AttentionRest } from "./attention-item.tsx";
import { UnsavedItem } from "./unsaved-item.tsx";
import { type Attention, silentShown } from "./use-attention.ts";

type Row = ReactElement;

const alarmsShown = 5;
const unsavedShown = 5;
const troubledShown = 5;

/** What needs attention as rows with links, the most serious first. */
export function attentionRows(attention: Attention): readonly Row[] {
  return [
    ...systemRows(attention),
    ...alarmRows(attention),
    ...readingRows(attention),
    ...waitingRows(attention),
    ...deviceRows(attention),
  ];
}

function systemRows({ isDown, notices }: Attention): readonly Row[] {
  const down = (
    <AttentionItem
      key="down"
      to="/system"
      icon={<Server size={16} />}
      look="text-bad"
      title="Readings are not being processed"
    >
      The server is not ready or its processor is not running.
    </AttentionItem>
  );
  const others = notices.map(({ kind, serious, title, text }) => (
    <AttentionItem
      key={`${kind} ${title}`}
      to="/system"
      icon={<Server size={16} />}
      look={serious ? "text-bad" : "text-warn"}
      title={title}
    >
      {text}
    </AttentionItem>
  ));
  return isDown ? [down, ...others] : others;
}

function alarmRows({ alarms }: Attention): readonly Row[] {
  const rows = alarms
    .slice(0, alarmsShown)
    .map((kind) => <AlarmItem key={`alarm ${kind.newest.severity} ${kind.newest.name}`} kind={kind} />);
  if (alarms.length <= alarmsShown) return rows;
  const rest = (
    <AttentionRest key="alarms" to="/alarms" search={{ state: "unacknowledged" }}>
      All unacknowledged alarms
    </AttentionRest>
  );
  return [...rows, rest];
}

/** Chains and clocks that lose readings. */
function readingRows({ chains, unsaved, wrongClocks }: Attention): readonly Row[] {
  const rows: Row[] = chains.map(({ uuid, name, warnings }) => (
    <AttentionItem
      key={uuid}
      to="/chains/$chain"
      params={{ chain: uuid }}
      icon={<Workflow size={16} />}
      look="text-warn"
      title={`Chain ${name}`}
    >
      {adviceText(warnings)}
    </AttentionItem>
  ));
  for (const place of unsaved.slice(0, unsavedShown)) {
    const key = `${place.cause} ${place.chain?.uuid} ${place.node?.id} ${place.output}`;
    rows.push(<UnsavedItem key={key} place={place} />);
  }
  if (unsaved.length > unsavedShown)
    rows.push(
      <AttentionRest key="unsaved" to="/activity" search={{ reason: "not_saved" }}>
        All requests with readings that were not saved
      </AttentionRest>,
    );
  for (const { uuid, name, wrong_clock: clock } of wrongClocks.items)
    rows.push(
      <AttentionItem
        key={`clock ${uuid}`}
        to="/devices/$device/activity"
        params={{ device: uuid }}
        search={{ only: "troubled" }}
        icon={<ClockAlert size={16} />}
        look="text-warn"
        title={`The clock of ${name} is wrong`}
      >
        {clock !== null && wrongClockText(clock)}
      </AttentionItem>,
    );
  if (wrongClocks.next !== null)
    rows.push(
      <AttentionRest key="clocks" to="/devices">
        More devices with a wrong clock
      </AttentionRest>,
    );
  return rows;
}

/** What waits for a person. */
function waitingRows({ deadLetters, waiting, mailLimit, givenUp }: Attention): readonly Row[] {
  const rows: Row[] = [];
  if (deadLetters > 0)
    rows.push(
      <AttentionItem
        key="dead letters"
        to="/system/dead-letters"
        icon={<MailWarning size={16} />}
        look="text-warn"
        title={plural(deadLetters, "dead letter")}
      >
        Readings that failed in a rule chain. Fix the chain, then replay them.
      </AttentionItem>,
    );
  if (waiting > 0)
    rows.push(
      <AttentionItem
        key="waiting"
        to="/devices/provisioning"
        icon={<Router size={16} />}
        look="text-accent"
        title={`${plural(waiting, "device")} waiting`}
      >
        New devices to approve or claim.
      </AttentionItem>,
    );
  if (mailLimit !== null)
    rows.push(
      <AttentionItem
        key="mail"
        to="/settings/mail"
        icon={<MailWarning size={16} />}
        look="text-warn"
        title={`Daily limit of ${countText(mailLimit)} emails reached`}
      >
        Further emails from rule chains wait until 00:00 UTC.
      </AttentionItem>,
    );
  if (givenUp > 0)
    rows.push(
      <AttentionItem
        key="given up"
        to="/system/outbox"
        search={{ state: "dead" }}
        icon={<MailX size={16} />}
        look="text-warn"
        title={`${plural(givenUp, "message")} could not be delivered`}
      >
        Weir stopped trying to deliver them. Find out why, then send them again.
      </AttentionItem>,
    );
  return rows;
}

/** Devices whose requests are rejected, and those that are silent. */
function deviceRows({ troubled, troubledCount, silent, silentCount }: Attention): readonly Row[] {
  const shown = troubled.slice(0, troubledShown);
  const rows: Row[] = shown.map(({ uuid, name, requests, last }) => (
    <AttentionItem
      key={`troubled ${uuid}`}
      to="/devices/$device/activity"
      params={{ device: uuid }}
      search={{ only: "troubled" }}
      icon={<CircleX size={16} />}
      look="text-warn"
      title={`${name}: requests rejected`}
    >
      {plural(requests, "request")} in 24 h, last <RelativeTime at={last.at} /> · {outcomeText(last)}
    </AttentionItem>
  ));
  if (troubledCount > shown.length)
    rows.push(
      <AttentionRest key="troubled" to="/devices" search={{ status: "rejected" }}>
        {plural(troubledCount, "device")} with rejected requests
      </AttentionRest>,
    );
  for (const { uuid, name, last_connected } of silent)
    rows.push(
      <AttentionItem
        key={`silent ${uuid}`}
        to="/devices/$device"
        params={{ device: uuid }}
        icon={<Unplug size={16} />}
        look="text-warn"
        title={`${name} is silent`}
      >
        Last connected <RelativeTime at={last_connected} />
      </AttentionItem>,
    );
  if (silentCount > silentShown)
    rows.push(
      <AttentionRest
        key="silent"
        to="/devices"
        search={{ status: "offline", sort: "last_connected", order: "desc" }}
      >
        {plural(silentCount - silentShown, "more silent device")}
      </AttentionRest>,
    );
  return rows;
}
