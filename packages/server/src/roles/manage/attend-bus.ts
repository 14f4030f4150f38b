import { receiveRecord } from "../../activity/sent-record.ts";
import type { Bus } from "../../bus/bus.ts";
import { UnknownQuestionError } from "../../bus/bus-errors.ts";
import type { Events, ManageQuestion, ProgressReport, Role, ToldToManage } from "../../bus/messages.ts";
import type { Control } from "../../control/control.ts";
import { noteRecipient } from "../../manage/messages/recipients.ts";
import type { InstallationFigures } from "../../manage/system/installation-figures.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import type { LivePages } from "./live-pages.ts";
import type { PublicAddress } from "./public-address.ts";
import type { SeenDevices } from "./seen-devices.ts";

interface AttendingParts {
  readonly pages: LivePages;
  readonly devices: SeenDevices;
  readonly figures: InstallationFigures;
  readonly address: PublicAddress;
  /** Whether the listener of the ingest role passes requests of people on. */
  readonly hasForwarded: boolean;
  readonly control: Control;
  readonly log: Log;
}

/** Answers the questions and handles the events that the manage role receives from other processes. */
export function attendBus(
  bus: Bus,
  { pages, devices, figures, address, hasForwarded, control, log }: AttendingParts,
): void {
  bus.attend({
    answer: (asked) => answer(asked as ManageQuestion),
    hear,
    joined: (role) => pages.joined(role),
    left: () => undefined,
  });

  async function answer(question: ManageQuestion): Promise<unknown> {
    switch (question.kind) {
      case "watched":
        return pages.watched;
      case "take over":
        await devices.takeOver(question.collected, question.tokenUses);
        return null;
      default:
        throw new UnknownQuestionError(question satisfies never);
    }
  }

  function hear(told: Events[Role], sender: string): void {
    const event = told as ProgressReport | ToldToManage;
    switch (event.kind) {
      case "progress":
        figures.reported(event.progress);
        break;
      case "work":
        figures.failing.hear(event, sender);
        break;
      case "live":
        pages.publish(event.events);
        break;
      case "collected":
        void devices.connections.hear(event.collected);
        break;
      case "requests":
        pages.show(event.records.map(receiveRecord));
        break;
      case "device removed":
        devices.connections.forget(event.deviceId);
        pages.publish([{ kind: "deletion", accountId: event.accountId, device: event.uuid }]);
        break;
      case "listening":
        // If people have another address than devices, links use that one.
        if (hasForwarded) address.listening(event.url);
        break;
      case "ask recipient":
        // The deliverer repeats the event every minute until this has succeeded.
        noteRecipient(control, event.accountId, event.address).catch((error: unknown) =>
          log.error("a recipient of mail could not be recorded", { reason: reasonOf(error) }),
        );
        break;
    }
  }
}
