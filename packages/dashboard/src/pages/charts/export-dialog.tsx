import { type ExportedFile, exportFileName } from "@weir/protocol/export-file-name";
import { useState } from "react";
import { countText } from "../../format/number.ts";
import { exactTime } from "../../format/time.ts";
import { zoneText } from "../../format/time-zone.ts";
import { Facts } from "../../ui/card.tsx";
import { SelectField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import type { Span } from "./span.ts";

export interface ExportChoice {
  readonly label: string;
  readonly extension: string;
  /** The content of the file, if it differs from the other choices. */
  readonly content?: string;
  /** The address of the file. An object URL is revoked once the download has begun. */
  readonly url: () => string;
}

/** Describes a file before it is downloaded. */
export function ExportDialog({
  title,
  of,
  span,
  first,
  readings,
  choices,
  onClose,
}: {
  readonly title: string;
  readonly of: Pick<ExportedFile, "devices" | "content">;
  /** Null if the file holds everything. */
  readonly span: Span | null;
  /** The start of a file that holds everything. */
  readonly first?: number | undefined;
  /** The number of readings; undefined while it is counted, null if nobody counts it. */
  readonly readings: number | null | undefined;
  readonly choices: readonly ExportChoice[];
  readonly onClose: () => void;
}) {
  const [nth, setNth] = useState(0);
  const choice = choices[nth]!;
  const range = span === null ? {} : { from: isoText(span.fromMs), to: isoText(span.toMs) };
  const { extension, content = of.content } = choice;
  const name = exportFileName({ devices: of.devices, content, ...range, extension });
  const fromMs = span?.fromMs ?? first;
  return (
    <FormDialog
      title={title}
      submit="Download"
      isBusy={false}
      onSubmit={() => {
        download(choice.url(), name);
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        label="Format"
        choices={choices.map(({ label }, place) => ({ value: String(place), label }))}
        value={String(nth)}
        onChange={({ target }) => setNth(Number(target.value))}
      />
      <Facts
        items={[
          ["From", fromMs === undefined ? "The first reading" : exactTime(fromMs)],
          ["To", span === null ? "Now" : exactTime(span.toMs)],
          ["Time zone", `${zoneText(span?.toMs ?? Date.now())} here, UTC in the file`],
          ...(readings === null
            ? []
            : ([["Readings", readings === undefined ? "…" : countText(readings)]] as const)),
          ["File name", name],
        ]}
      />
    </FormDialog>
  );
}

function isoText(ms: number): string {
  return new Date(ms).toISOString();
}

function download(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  if (url.startsWith("blob:")) URL.revokeObjectURL(url);
}
