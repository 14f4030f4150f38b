import { type FormEvent, useRef } from "react";
import { useChange } from "../../api/change.ts";
import type { Versioned } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-buttons.tsx";
import { SaveBar } from "../../ui/save-bar.tsx";
import { FormError, Note } from "../../ui/states.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { useUnsaved } from "../../ui/use-unsaved.tsx";
import { AttributeRows } from "../device/settings/attribute-rows.tsx";
import { rowsOf, textOfRows } from "../device/settings/note-fields.ts";
import { slugProblems } from "../devices/sensor-draft.ts";
import { SensorRows } from "../devices/sensor-rows.tsx";
import { FollowedFields } from "./followed-fields.tsx";
import { SensorSettingRows } from "./sensor-setting-rows.tsx";
import { bodyOf, fieldWords, removedSlugs, type Template, type TemplateFields } from "./template-fields.ts";
import { templatesAndTheirUse } from "./templates-and-their-use.ts";

/** All fields of a template, saved together. */
export function TemplateForm({
  first,
  known,
  onSaved,
}: {
  readonly first: TemplateFields;
  /** The template as it was read; null for a new one. */
  readonly known: Versioned<Template> | null;
  readonly onSaved: () => void;
}) {
  const mayEdit = useMay("editor");
  const firstSensor = useRef<HTMLInputElement>(null);
  const options = { quiet: true, refreshes: templatesAndTheirUse, onDone: onSaved };
  const create = useChange("createTemplate", { ...options, said: "Template created." });
  const update = useChange("updateTemplate", { ...options, said: savedText });
  const form = useFields(first, create, update);
  const { values: fields, set } = form;
  const isSaved = create.isSuccess || update.isSuccess;
  const unsaved = [...new Set(form.changed.map((field) => fieldWords[field]))];
  const { question } = useUnsaved(isSaved ? [] : unsaved);
  const problems = slugProblems(fields.sensors);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.size > 0) return;
    const body = bodyOf(fields);
    if (known === null) create.mutate({ body });
    else
      update.mutate({
        params: { template: known.value.uuid },
        body,
        ...(known.etag === null ? {} : { ifMatch: known.etag }),
      });
  };
  return (
    <form onSubmit={submit} className="max-w-4xl">
      {question}
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-4">
        <Card title="Template">
          <div className="grid gap-4 md:grid-cols-2">
            <TextField
              label="Name"
              required
              maxLength={200}
              autoComplete="off"
              placeholder="e.g. Freezer"
              {...form.text("name")}
            />
            <BoardField board={fields.board} onChange={(board) => set({ board })} />
            <TextAreaField
              label="Description"
              isOptional
              rows={2}
              maxLength={2000}
              className="md:col-span-2"
              {...form.text("description")}
            />
          </div>
        </Card>
        <Card title="Sensors">
          <SensorRows
            sensors={fields.sensors}
            first={firstSensor}
            onChange={(sensors) => set({ sensors })}
            problems={problems}
          />
          <SensorSettingRows fields={fields} onChange={(ofSensors) => set({ ofSensors })} />
        </Card>
        <FollowedFields fields={fields} onChange={set} />
        <Card title="For new devices">
          <div className="flex max-w-xl flex-col gap-4">
            <TextField
              label="Tags"
              isOptional
              autoCapitalize="off"
              autoComplete="off"
              placeholder="e.g. cold hall-2"
              hint="Separated by spaces. Existing devices keep their tags and attributes."
              {...form.text("tags")}
              error={form.problem("tags") ?? form.problem("tags.0")}
            />
            <AttributeRows
              rows={rowsOf(fields.attributes)}
              onChange={(rows) => set({ attributes: textOfRows(rows) })}
            />
          </div>
        </Card>
        <WhatHappens known={known?.value ?? null} fields={fields} />
        <FormError error={form.saving.error} />
        {mayEdit &&
          (known === null ? (
            <FormEnd
              submit="Create template"
              isBusy={form.saving.isBusy}
              cancel={<ButtonLink to="/devices/templates">Cancel</ButtonLink>}
            />
          ) : (
            <SaveBar unsaved={unsaved} isBusy={form.saving.isBusy} onDiscard={() => set(first)} />
          ))}
      </fieldset>
    </form>
  );
}

/** What saving does to devices. */
function WhatHappens({
  known,
  fields,
}: {
  readonly known: Template | null;
  readonly fields: TemplateFields;
}) {
  if (known === null || known.following_count === 0) return null;
  const removed = removedSlugs(known, fields);
  return (
    <Note>
      {plural(known.following_count, "device follows", "devices follow")} this template and{" "}
      {known.following_count === 1 ? "gets" : "get"} your changes. Settings that were changed on a device
      stay.
      {removed.length > 0 &&
        ` Devices keep ${removed.join(", ")} and the readings. This is shown as a difference.`}
    </Note>
  );
}

function savedText({ pending_count }: Template): string {
  if (pending_count === 0) return "Template saved.";
  return `Template saved. ${plural(pending_count, "device gets", "devices get")} the change now.`;
}

function BoardField({
  board,
  onChange,
}: {
  readonly board: string | null;
  readonly onChange: (board: string | null) => void;
}) {
  const boards = useCall("listBoards", {}).data?.items ?? [];
  const choices = boards
    .filter(({ owner }) => owner === "account")
    .map(({ uuid, name }) => ({ value: uuid, label: name }));
  return (
    <SelectField
      label="Board"
      value={board ?? ""}
      hint="Opens from a device’s page. Choose a board with a device variable."
      choices={[{ value: "", label: "None" }, ...choices]}
      onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
    />
  );
}
