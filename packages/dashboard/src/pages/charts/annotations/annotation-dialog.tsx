import { useChange } from "../../../api/change.ts";
import { exactTime, parseTime } from "../../../format/time.ts";
import { parseWallClock, wallClockText, zoneText } from "../../../format/time-zone.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useFields } from "../../../ui/use-fields.ts";
import type { ChartSensor } from "../chart-sensor.ts";
import type { Annotation } from "./use-annotations.ts";

const textMax = 500;

/** Adds an annotation at a time, or changes or deletes one. */
export function AnnotationDialog({
  device,
  sensors,
  subject,
  onClose,
}: {
  /** The device of the page, which new annotations belong to. */
  readonly device: string;
  readonly sensors: readonly ChartSensor[];
  /** The annotation, or the time of a new one. */
  readonly subject: Annotation | number;
  readonly onClose: () => void;
}) {
  const before = typeof subject === "number" ? null : subject;
  const of = before?.device ?? device;
  const startMs = typeof subject === "number" ? subject : parseTime(subject.at);
  const done = { quiet: true, refreshes: ["listAnnotations"] as const, onDone: onClose };
  const create = useChange("createAnnotation", { ...done, said: "The annotation was added." });
  const update = useChange("updateAnnotation", { ...done, said: "The annotation was changed." });
  const remove = useChange("deleteAnnotation", { ...done, said: "The annotation was deleted." });
  const form = useFields(
    () => ({
      at: wallClockText(startMs),
      until: before?.until == null ? "" : wallClockText(parseTime(before.until)),
      text: before?.text ?? "",
      sensor: before?.sensor ?? "",
    }),
    create,
    update,
    remove,
  );
  const { at, until, text, sensor } = form.values;
  // A time that was not changed keeps its fractions of a second.
  const atMs = at === wallClockText(startMs) ? startMs : parseWallClock(at);
  const untilMs = until === "" ? null : parseWallClock(until);
  const isBackwards = untilMs !== null && untilMs <= atMs;
  const own = sensors.filter((one) => (one.device?.uuid ?? device) === of);
  const submit = () => {
    const body = {
      at: new Date(atMs).toISOString(),
      until: untilMs === null ? null : new Date(untilMs).toISOString(),
      text: text.trim(),
      sensor: sensor === "" ? null : sensor,
    };
    if (before === null) create.mutate({ params: { device: of }, body });
    else update.mutate({ params: { device: of, annotation: before.uuid }, body });
  };
  return (
    <FormDialog
      title={before === null ? "Add annotation" : "Edit annotation"}
      submit={before === null ? "Add annotation" : "Save"}
      {...form.saving}
      isBusy={create.isPending || update.isPending}
      isComplete={text.trim() !== "" && !Number.isNaN(atMs) && !isBackwards}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label="Text"
        maxLength={textMax}
        placeholder="e.g. Filter changed"
        {...form.text("text")}
      />
      <TextField
        label="Start"
        type="datetime-local"
        required
        step={1}
        hint={Number.isNaN(atMs) ? undefined : exactTime(atMs)}
        {...form.text("at")}
      />
      <TextField
        label="End"
        type="datetime-local"
        step={1}
        isOptional
        hint={`Marks a time span. Time zone: ${zoneText(startMs)}.`}
        {...form.text("until")}
        error={isBackwards ? "Must be after the start." : form.problem("until")}
      />
      <SelectField
        label="Applies to"
        choices={[
          { value: "", label: "The whole device" },
          ...own.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
        {...form.text("sensor")}
      />
      {before !== null && (
        <Button
          look="danger"
          isBusy={remove.isPending}
          className="self-start"
          onClick={() => remove.mutate({ params: { device: of, annotation: before.uuid } })}
        >
          Delete annotation
        </Button>
      )}
    </FormDialog>
  );
}
