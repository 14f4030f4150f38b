import { countText, plural } from "../../../format/number.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Note } from "../../../ui/states.tsx";
import { Table, Td, Th, Tr } from "../../../ui/table.tsx";
import { Tags } from "../../../ui/tags.tsx";
import { RestButton } from "./rest-button.tsx";
import type { ChosenFile, ImportProgress, Preview } from "./use-device-import.ts";

/** What the file would create, and what is wrong with which line. */
export function PreviewCard({
  file,
  progress,
  isCreating,
  onCreate,
}: {
  readonly file: ChosenFile;
  readonly progress: ImportProgress | null;
  readonly isCreating: boolean;
  readonly onCreate: (isAgain: boolean) => void;
}) {
  const { name, preview } = file;
  const { device_count, sensor_count, new_groups, problem_count, limit } = preview;
  return (
    <Card title={name}>
      <div className="flex flex-col gap-4" aria-live="polite">
        <p className="text-sm">
          {plural(device_count, "device")} with {plural(sensor_count, "sensor")}
          {new_groups.length > 0 &&
            `, and ${plural(new_groups.length, "new group")}: ${new_groups.join(", ")}`}
          .
        </p>
        {problem_count > 0 && <ProblemNote preview={preview} />}
        {limit !== null && <Note tone="bad">{limit}</Note>}
        <Lines preview={preview} />
        <FirstDevices preview={preview} />
        {device_count > 0 && limit === null && (
          <CreateButton file={file} isCreating={isCreating} onCreate={onCreate} />
        )}
        {progress !== null && (
          <div className="flex items-center gap-3 text-sm">
            <progress
              aria-label="Devices created"
              className="h-2 w-64 accent-(--accent)"
              value={progress.done}
              max={progress.total}
            />
            {countText(progress.done)} of {countText(progress.total)} devices
          </div>
        )}
      </div>
    </Card>
  );
}

function ProblemNote({ preview: { device_count, problem_count } }: { readonly preview: Preview }) {
  if (device_count === 0) {
    return (
      <Note tone="bad">
        {plural(problem_count, "line")} can’t be imported. Correct the file and choose it again. Nothing is
        created until then.
      </Note>
    );
  }
  return (
    <Note tone="warn">
      {countText(device_count)} of {plural(device_count + problem_count, "line")} can be imported. Download
      the {problem_count === 1 ? "other one" : "others"} with the reasons, correct them, and import them as a
      file of their own.
    </Note>
  );
}

function CreateButton({
  file,
  isCreating,
  onCreate,
}: {
  readonly file: ChosenFile;
  readonly isCreating: boolean;
  readonly onCreate: (isAgain: boolean) => void;
}) {
  const { device_count, problem_count, import: before } = file.preview;
  const isAgain = before?.state === "finished";
  const hasBegun = before !== null && !isAgain && before.created_count > 0;
  return (
    <>
      {isAgain && (
        <Note tone="warn">
          This file was imported <RelativeTime at={before.updated_at} />. Importing it again creates all
          devices again.
        </Note>
      )}
      {hasBegun && (
        <Note tone="warn">
          An import of this file was interrupted after {countText(before.created_count)} devices. It continues
          from there.
        </Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" isBusy={isCreating} onClick={() => onCreate(isAgain)}>
          {hasBegun
            ? "Continue import"
            : `Create ${plural(device_count, "device")}${isAgain ? " again" : ""}`}
        </Button>
        {problem_count > 0 && <RestButton file={file} />}
      </div>
    </>
  );
}

/** Problems first, then warnings. */
function Lines({ preview: { problems, warnings } }: { readonly preview: Preview }) {
  const lines = [
    ...problems.map((line) => ({ ...line, isWarning: false })),
    ...warnings.map((line) => ({ ...line, isWarning: true })),
  ].slice(0, shownMax);
  if (lines.length === 0) return null;
  return (
    <Table label="Problems">
      <thead>
        <tr>
          <Th className="w-20">Line</Th>
          <Th>Problem</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, message, isWarning }) => (
          <Tr key={`${line} ${message}`}>
            <Td>{line}</Td>
            <Td className="whitespace-normal">
              {isWarning && <Badge tone="warn">Warning</Badge>} {message}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** More are rarely read. The command line lists all of them. */
const shownMax = 50;

function FirstDevices({ preview: { devices, device_count } }: { readonly preview: Preview }) {
  if (devices.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">
        {device_count > devices.length ? `The first ${devices.length} devices` : "Devices"}
      </h3>
      <Table label="Devices in the file">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Group</Th>
            <Th>Sensors</Th>
            <Th>Tags</Th>
          </tr>
        </thead>
        <tbody>
          {devices.map(({ line, name, group, sensors, tags }) => (
            <Tr key={line}>
              <Td>{name}</Td>
              <Td>{group ?? "–"}</Td>
              <Td>{sensors.join(", ") || "–"}</Td>
              <Td>{tags.length === 0 ? "–" : <Tags tags={tags} isPreview />}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
