import type { ImportMode } from "@weir/protocol/closed-sets";
import { useEffect, useMemo, useRef, useState } from "react";
import { call } from "../../api/client.ts";
import { bytesText } from "../../format/number.ts";
import { timeSettings } from "../../format/time-settings.ts";
import { browserTimeZone } from "../../format/time-zone.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormError, Note } from "../../ui/states.tsx";
import { ColumnChoices } from "./column-choices.tsx";
import { FileSettings } from "./file-settings.tsx";
import { type KeptImport, keepImport } from "./kept-import.ts";
import { markOf } from "./model/file-mark.ts";
import { cellsByColumn, guessPlan, type KnownSensor, needsTimeZone } from "./model/guess-plan.ts";
import { type ImportPlan, missingFrom } from "./model/import-plan.ts";
import { mapSample } from "./model/map-sample.ts";
import { type FileSample, sampleAs } from "./model/read-sample.ts";
import { SamplePreview } from "./sample-preview.tsx";

const modes: readonly { value: ImportMode; label: string; hint: string }[] = [
  {
    value: "store",
    label: "Save only",
    hint: "Rule chains don’t run, so old readings raise no alarms and send no messages.",
  },
  {
    value: "chain",
    label: "Run through the rule chains",
    hint: "Readings are treated as if the device had just sent them. Chains decide what is saved, and may raise alarms and send messages.",
  },
];

interface ImportedDevice {
  readonly uuid: string;
  readonly sensors: readonly KnownSensor[];
}

/** The second step: what the columns hold, with a preview. Nothing has been sent yet. */
export function MapColumns({
  file,
  first,
  device,
  onStart,
  onBack,
}: {
  readonly file: File;
  readonly first: FileSample;
  readonly device: ImportedDevice;
  readonly onStart: (kept: KeptImport) => void;
  readonly onBack: () => void;
}) {
  const [sample, setSample] = useState(first);
  const [zone, setZone] = useState(() => timeSettings().timeZone);
  const [plan, setPlan] = useState(() => guessPlan(first, device, zone ?? browserTimeZone()));
  const [mode, setMode] = useState<ImportMode>("store");
  const [isStarting, setIsStarting] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const cells = useMemo(() => cellsByColumn(sample), [sample]);
  const missing = missingFrom(plan);
  const mapped = useMemo(() => (missing === null ? mapSample(sample, plan) : null), [sample, plan, missing]);
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const change = (changes: Partial<ImportPlan>) => setPlan((now) => ({ ...now, ...changes }));
  const layOut = async (changes: Partial<ImportPlan>) => {
    const { format, encoding, delimiter, hasHeader } = { ...plan, ...changes };
    const read = await sampleAs(file, { format, encoding, delimiter, hasHeader });
    setProblem(read.ok ? null : new Error(read.error));
    if (!read.ok) return;
    setSample(read.value);
    setPlan(guessPlan(read.value, device, plan.timeZone));
  };
  const start = async () => {
    setIsStarting(true);
    try {
      const body = { format: "ndjson", mode, device: device.uuid } as const;
      const { uuid } = await call("createImport", { body });
      const kept = { import: uuid, file: await markOf(file), plan, startedAt: Date.now() };
      keepImport(kept);
      onStart(kept);
    } catch (error) {
      setProblem(error);
      setIsStarting(false);
    }
  };
  const isUseless = mapped !== null && mapped.readings.length === 0;
  return (
    <Form onSubmit={() => void start()}>
      <p ref={heading} tabIndex={-1} className="text-sm text-muted outline-none">
        <strong className="font-medium text-text">{file.name}</strong> ({bytesText(file.size)}). Check what
        each column contains. Nothing has been sent yet.
      </p>
      <Card title="Columns" isFlush>
        <ColumnChoices
          columns={plan.columns}
          cells={cells}
          sensors={device.sensors}
          onChoose={(place, role) =>
            change({
              columns: plan.columns.map((column, nth) => (nth === place ? { ...column, role } : column)),
            })
          }
        />
      </Card>
      <Card title="File">
        <FileSettings
          plan={plan}
          sensors={device.sensors}
          timeZone={zone}
          isZoneNeeded={needsTimeZone(sample, plan)}
          onChange={change}
          onZone={(timeZone) => {
            setZone(timeZone);
            change({ timeZone: timeZone ?? browserTimeZone() });
          }}
          onLayout={(changes) => void layOut(changes)}
        />
      </Card>
      {mapped !== null && <SamplePreview mapped={mapped} sensors={device.sensors} />}
      <Card title="Import">
        <div className="flex flex-col gap-4">
          <SelectField
            label="What to do with the readings"
            className="max-w-md"
            hint={modes.find(({ value }) => value === mode)!.hint}
            value={mode}
            choices={modes}
            onChange={({ target }) => setMode(target.value as ImportMode)}
          />
          {missing !== null && <Note tone="warn">{missing}</Note>}
          {isUseless && <Note tone="warn">None of the first lines can be imported with these settings.</Note>}
          <FormError error={problem} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" isBusy={isStarting} disabled={missing !== null || isUseless}>
              Start import
            </Button>
            <Button onClick={onBack}>Choose another file</Button>
          </div>
        </div>
      </Card>
    </Form>
  );
}
