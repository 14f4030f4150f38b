import { useMay } from "../../app/session.tsx";
import { exactTime, parseTime } from "../../format/time.ts";
import { Facts } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { DeadLetter } from "./dead-letter.ts";
import { ReplayButton } from "./dead-letter-actions.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";
import { useReplay } from "./use-dead-letter-changes.ts";

/** The details of a dead letter. */
export function DeadLetterDialog({
  letter,
  onClose,
}: {
  readonly letter: DeadLetter;
  readonly onClose: () => void;
}) {
  const { node_input: input, metadata, raw_base64: raw } = letter;
  const mayReplay = useMay("editor") && raw === null;
  const replay = useReplay();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Dead letter"
      description={letter.reason}
      isWide
      actions={
        mayReplay ? (
          <ReplayButton
            text="Replay"
            onReplay={() => {
              // Closes while the row still exists, so that the focus can return to it.
              onClose();
              replay.mutate({ ids: [letter.id] });
            }}
          />
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        <Facts
          items={[
            ["Failed", timeText(letter.died_at)],
            ["Node", <RecordNode key="node" {...letter} />],
            ["Chain version", letter.chain_version === null ? "Unknown" : String(letter.chain_version)],
            ["Device", <RecordDevice key="device" {...letter} />],
            ["Value", letter.value === null ? "Unknown" : String(letter.value)],
            ...(input === null ? [] : [["Value at node", String(input.value)] as const]),
            ["Time", timeText(letter.at)],
            ["Device time", timeText(letter.device_at)],
            ["Received", timeText(letter.received_at)],
            ...(letter.battery_voltage === null ? [] : [["Battery", `${letter.battery_voltage} V`] as const]),
          ]}
        />
        {metadata !== null && <CodeBlock label="Metadata" code={JSON.stringify(metadata, null, 2)} />}
        {input !== null && input.metadata !== null && (
          <CodeBlock label="Metadata at node" code={JSON.stringify(input.metadata, null, 2)} />
        )}
        {raw !== null && <CodeBlock label="Raw bytes (base64)" code={raw} />}
      </div>
    </Dialog>
  );
}

function timeText(at: string | null): string {
  return at === null ? "Unknown" : exactTime(parseTime(at));
}
