import type { StandbyState } from "@weir/protocol/closed-sets";
import type { ReactNode } from "react";
import { plural } from "../../../format/number.ts";
import { durationText } from "../../../format/time.ts";
import { Status, type Tone } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import type { Cluster } from "./cluster.ts";

const standbyWords: Readonly<Record<StandbyState, string>> = {
  sync: "In sync",
  quorum: "In sync",
  potential: "Next in line",
  async: "Asynchronous",
  "catching up": "Catching up",
  unknown: "Unknown",
};

/** The engines that the cluster runs on, and their state. */
export function ClusterEngines({ cluster }: { readonly cluster: Cluster }) {
  return (
    <div className="grid grid-cols-3 gap-5 max-lg:grid-cols-1">
      <Nats nats={cluster.nats} />
      <Postgres postgres={cluster.postgres} />
      <Redis cluster={cluster} />
    </div>
  );
}

function Nats({ nats: { servers, replicas, synced } }: { readonly nats: Cluster["nats"] }) {
  const syncWords = {
    true: "Synced to disk before they are acknowledged",
    false: "Acknowledged before they are synced to disk",
  };
  return (
    <Card title="NATS">
      <Servers
        isEmpty={servers.length === 0}
        summary={
          <Status tone={synced === true ? "ok" : "warn"}>
            <span className="whitespace-normal">
              {synced === null ? "Unknown whether readings are synced" : syncWords[`${synced}`]}
            </span>
          </Status>
        }
        note={`Each reading is on ${plural(replicas, "server")}.`}
      >
        {servers.map(({ name, version, syncs, leader, online, current }) => (
          <Server
            key={name}
            name={name}
            tone={online === false ? "bad" : current === false ? "warn" : "ok"}
            word={
              online === false ? "Offline" : current === false ? "Catching up" : leader ? "Leader" : "Online"
            }
            details={[
              version === null ? null : `version ${version}`,
              syncs === null ? null : syncs ? "always syncs" : "acknowledges before syncing",
            ]}
          />
        ))}
      </Servers>
    </Card>
  );
}

function Postgres({
  postgres: { address, version, waits_for_standby, standbys },
}: {
  readonly postgres: Cluster["postgres"];
}) {
  const hasSynced = standbys.some(({ state }) => state === "sync" || state === "quorum");
  return (
    <Card title="PostgreSQL">
      <Servers
        isEmpty={false}
        summary={
          <Status tone={hasSynced ? "ok" : "warn"}>
            {hasSynced
              ? "A standby has every commit"
              : standbys.length === 0
                ? "No standby"
                : "No synchronous standby"}
          </Status>
        }
        note={waits_for_standby ? "Commits wait for a standby." : "Commits do not wait for a standby."}
      >
        <Server name={address} tone="ok" word="Primary" details={[`version ${version}`]} />
        {standbys.map(({ name, address: from, state, lag_ms }) => (
          <Server
            key={`${name} ${from}`}
            name={name === "" ? from : name}
            tone={state === "sync" || state === "quorum" ? "ok" : "warn"}
            word={standbyWords[state]}
            details={[
              from === "" || name === "" ? null : from,
              lag_ms === null ? null : `${durationText(lag_ms)} behind`,
            ]}
          />
        ))}
      </Servers>
    </Card>
  );
}

function Redis({ cluster: { redis, members } }: { readonly cluster: Cluster }) {
  const active = members.filter(({ state }) => state === "active");
  const away = active.filter((member) => member.redis === "away").length;
  const [tone, word]: [Tone, string] = !redis.used
    ? ["neutral", "Not used"]
    : away === 0
      ? ["ok", "Connected"]
      : [
          "warn",
          away === active.length
            ? "Not available"
            : `Not available to ${plural(away, "process", "processes")}`,
        ];
  return (
    <Card title="Redis">
      <div className="flex flex-col gap-2 text-sm">
        <Status tone={tone}>{word}</Status>
        <p className="text-muted">
          {tone === "ok"
            ? "All processes share rate limits, and each recognizes what the others accepted."
            : "Each ingest process limits requests on its own. Duplicates that reach different processes are found by the store."}
        </p>
      </div>
    </Card>
  );
}

function Servers({
  summary,
  note,
  isEmpty,
  children,
}: {
  readonly summary: ReactNode;
  readonly note: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        {summary}
        <p className="mt-1 text-muted">{note}</p>
      </div>
      {isEmpty ? (
        <p className="text-muted">The servers can’t be reached.</p>
      ) : (
        <ul className="flex flex-col gap-2">{children}</ul>
      )}
    </div>
  );
}

function Server({
  name,
  tone,
  word,
  details,
}: {
  readonly name: string;
  readonly tone: Tone;
  readonly word: string;
  readonly details: readonly (string | null)[];
}) {
  return (
    <li className="flex flex-col border-t border-line pt-2">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-mono text-xs wrap-anywhere">{name}</span>
        <Status tone={tone}>{word}</Status>
      </div>
      <div className="text-muted">{details.filter((detail) => detail !== null).join(" · ")}</div>
    </li>
  );
}
