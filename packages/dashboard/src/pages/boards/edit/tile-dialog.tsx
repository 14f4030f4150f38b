import { tileTextLengthMax, tileTitleLengthMax, valuesSourcesMax } from "@weir/protocol/manage/board-limits";
import { useState } from "react";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import type { Tile, TileKind } from "../model/board.ts";
import type { TileDraft } from "../model/new-tile.ts";
import { kindWords } from "../tiles/tile-title.ts";
import { AlarmsFields } from "./alarms-fields.tsx";
import { ChartFields } from "./chart-fields.tsx";
import { ColumnsField } from "./columns-field.tsx";
import { DevicesField } from "./devices-field.tsx";
import { ImageFields } from "./image-fields.tsx";
import { LogFields } from "./log-fields.tsx";
import { LookFields } from "./look-fields.tsx";
import { SourceField } from "./source-field.tsx";
import { SourcesField } from "./sources-field.tsx";
import { draftOf, emptyFields, fieldsOf, type TileFields } from "./tile-draft.ts";
import type { TileFormProps } from "./tile-form-props.ts";
import { type PreviewedBoard, TilePreview } from "./tile-preview.tsx";

/** The settings of a new tile of some kind, or of an existing one. */
export function TileDialog({
  start,
  board,
  onSave,
  onClose,
}: {
  readonly start: Tile | TileKind;
  readonly board: PreviewedBoard;
  readonly onSave: (draft: TileDraft) => void;
  readonly onClose: () => void;
}) {
  const isNew = typeof start === "string";
  const kind = isNew ? start : start.kind;
  const { variable } = board.definition;
  const [fields, setFields] = useState(() => (isNew ? emptyFields(variable) : fieldsOf(start, variable)));
  const set = (change: Partial<TileFields>) => setFields((before) => ({ ...before, ...change }));
  const draft = draftOf(kind, fields);
  const isMeasured = kind === "value" || kind === "gauge" || kind === "chart";
  const word = kindWords[kind].toLowerCase();
  return (
    <FormDialog
      title={isNew ? `Add ${articleFor(word)} ${word} tile` : `Edit ${word} tile`}
      submit={isNew ? "Add tile" : "Apply"}
      isWide
      isBusy={false}
      isComplete={draft !== null}
      onSubmit={() => {
        if (draft === null) return;
        onSave(draft);
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <KindFields kind={kind} fields={fields} set={set} variable={variable} />
          <TextField
            label="Title"
            isOptional
            maxLength={tileTitleLengthMax}
            autoComplete="off"
            value={fields.title}
            hint={isMeasured ? "Without a title, the tile is named after its sensor." : undefined}
            onChange={(event) => set({ title: event.target.value })}
          />
          {isMeasured && <LookFields kind={kind} fields={fields} set={set} variable={variable} />}
        </div>
        <div className="min-w-0 self-start md:sticky md:top-0">
          <h3 className="text-sm font-medium">Preview</h3>
          {draft === null ? (
            <p className="mt-1 rounded-lg border border-dashed border-line-strong px-4 py-10 text-center text-sm text-muted">
              Fill in the form to see the tile.
            </p>
          ) : (
            <TilePreview draft={draft} board={board} />
          )}
        </div>
      </div>
    </FormDialog>
  );
}

function KindFields({ kind, ...form }: TileFormProps & { readonly kind: TileKind }) {
  const { fields, set, variable } = form;
  switch (kind) {
    case "value":
    case "gauge":
      return (
        <SourceField
          source={fields.sources[0]!}
          hasVariable={variable?.kind === "device"}
          onChange={(source) => set({ sources: [source] })}
        />
      );
    case "chart":
      return <ChartFields {...form} />;
    case "values":
      return (
        <SourcesField
          sources={fields.sources}
          max={valuesSourcesMax}
          hasVariable={variable?.kind === "device"}
          onChange={(sources) => set({ sources })}
        />
      );
    case "log":
      return <LogFields {...form} />;
    case "alarms":
      return <AlarmsFields {...form} />;
    case "table":
      return (
        <>
          <DevicesField
            devices={fields.devices}
            variable={variable}
            onChange={(devices) => set({ devices })}
          />
          <ColumnsField
            devices={fields.devices}
            sensors={fields.sensors}
            attributes={fields.attributes}
            onChange={set}
          />
        </>
      );
    case "group_status":
    case "map":
      return (
        <DevicesField devices={fields.devices} variable={variable} onChange={(devices) => set({ devices })} />
      );
    case "image":
      return <ImageFields {...form} />;
    case "text":
      return (
        <TextAreaField
          label="Text"
          rows={6}
          maxLength={tileTextLengthMax}
          value={fields.text}
          hint="Markdown: # heading, - list, **bold**, *italic*, `code`, [link](https://…)."
          onChange={(event) => set({ text: event.target.value })}
        />
      );
  }
}

function articleFor(word: string): string {
  return "aeiou".includes(word[0]!) ? "an" : "a";
}
