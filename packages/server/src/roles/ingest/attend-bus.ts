import type { Bus } from "../../bus/bus.ts";
import { UnknownQuestionError } from "../../bus/bus-errors.ts";
import type { Events, IngestFigures, IngestQuestion } from "../../bus/messages.ts";
import type { DeviceRegistry } from "../../ingest/authenticate/device-registry.ts";
import type { Ingest } from "../../ingest/ingest.ts";
import { IngestMetrics } from "../../ingest/ingest-metrics.ts";
import type { SettledPosition } from "../../ingest/settled-position.ts";
import type { IntakeQueue } from "../../installation/installation.ts";
import type { ImportSink } from "../../manage/core/import-sink.ts";
import type { Clock } from "../../platform/clock.ts";
import { renderMetrics } from "../../platform/metrics.ts";
import { isReached } from "../../queue/position.ts";
import type { QueueShares } from "../../queue/queue-shares.ts";
import { PageWatches } from "../page-watches.ts";
import type { ActivitySender } from "./activity-sender.ts";
import type { FleetMemory } from "./fleet-memory.ts";
import { answerImport } from "./open-imports.ts";
import type { Listeners } from "./open-listeners.ts";
import type { QueueWake } from "./queue-wake.ts";
import { sendAsDevice } from "./send-as-device.ts";

interface AttendingParts {
  readonly ingest: Ingest;
  readonly imports: ImportSink;
  readonly activitySender: ActivitySender;
  readonly fleet: FleetMemory;
  readonly devices: DeviceRegistry;
  readonly shares: QueueShares;
  readonly queue: IntakeQueue;
  readonly wake: QueueWake;
  readonly settled: SettledPosition;
  readonly listeners: Listeners;
  readonly metrics: IngestMetrics;
  readonly identities: () => number;
  readonly identitiesOf: (accountId: number) => number;
  /** The result of the last attempts, without trying. */
  readonly seemsReady: () => boolean;
  readonly clock: Clock;
}

/** Answers the questions and handles the events that the ingest role receives from other processes. */
export function attendBus(bus: Bus, parts: AttendingParts): void {
  const { ingest, imports, activitySender, fleet, devices, shares, queue, wake, settled, listeners, clock } =
    parts;
  const watches = new PageWatches((accountIds) => fleet.watch(accountIds));
  const requestWatches = new PageWatches((accountIds) => activitySender.watch(accountIds));
  bus.attend({
    answer: (asked) => answer(asked as IngestQuestion),
    hear: (told, sender) => hear(told as Events["ingest"], sender),
    joined(role) {
      if (role === "process") wake.joined(queue.lastPositions().map(({ partition }) => partition));
      else if (role === "manage") bus.tell("manage", { kind: "listening", url: listeners.url });
    },
    left(sender) {
      watches.left(sender);
      requestWatches.left(sender);
    },
  });

  function answer(question: IngestQuestion): unknown {
    switch (question.kind) {
      case "send as device":
        return sendAsDevice(ingest, question.request, question.source);
      case "import readings":
        return answerImport(imports, question.mode, question.readings);
      case "flush activity":
        return activitySender.flush().then(() => null);
      case "collect connections":
        return fleet.collect(question.max);
      case "token uses":
        return fleet.tokenUses(clock.nowMs());
      case "unsettled":
        return shares.unsettled(question.accountId);
      case "identities":
        return parts.identitiesOf(question.accountId);
      case "queue totals":
        return queue.totals();
      case "figures":
        return figures();
      default:
        throw new UnknownQuestionError(question satisfies never);
    }
  }

  function hear(event: Events["ingest"], sender: string): void {
    switch (event.kind) {
      case "watch":
        watches.told(sender, event.accountIds);
        requestWatches.told(sender, event.withRequests ?? event.accountIds);
        break;
      case "store full":
        shares.storeFull(event.accountIds);
        break;
      case "progress": {
        const { position, parked } = event.progress;
        const last = queue.lastPositionOf(position.partition);
        queue.settled(event.progress);
        shares.reported(event.progress, last);
        settled.reached(position, parked);
        listeners.reached(position, parked);
        wake.reported(position.partition, !isReached(last, position));
        break;
      }
    }
  }

  async function figures(): Promise<IngestFigures> {
    const all = new IngestMetrics();
    all.add(parts.metrics.totals());
    const open = await listeners.figures();
    for (const { totals } of open) if (totals !== undefined) all.add(totals);
    return {
      isReady: parts.seemsReady(),
      devices: devices.size,
      identities: parts.identities(),
      connections: open.reduce((sum, { connections }) => sum + connections, 0),
      heldBytes: open.reduce((sum, { heldBytes }) => sum + heldBytes, 0),
      metrics: renderMetrics(all.metrics),
    };
  }
}
