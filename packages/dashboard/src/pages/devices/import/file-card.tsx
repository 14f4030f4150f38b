import { deviceImportBytesMax } from "@weir/protocol/manage/device-import-limits";
import { Download } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { saveTextFile } from "../../../ui/save-text-file.ts";
import { TemplateChoice } from "../../templates/template-choice.tsx";

const example = [
  "name,group,sensors,tags,attr.site,attr.floor,location,place",
  "Freezer 1,Cold rooms,temperature:°C;door,cold;hall-2,Berlin,3,52.52 13.405,Gate 4",
  "Freezer 2,Cold rooms,temperature:°C;door,cold,Berlin,2,,",
  "",
].join("\r\n");

const columns: readonly (readonly [column: string, meaning: string])[] = [
  ["name", "Required. The name of the device."],
  ["sensors", "Slugs separated by semicolons, each with an optional unit: temperature:°C;humidity"],
  ["template", "The name of a template. The device gets its sensors and settings."],
  ["group", "A group. It is created if it doesn’t exist."],
  ["tags", "Tags separated by semicolons."],
  ["attr.site", "The attribute “site”, and so on for every attribute."],
  ["location", "Latitude and longitude: 52.52 13.405. The column “place” can describe it."],
  ["description, notes", "Texts."],
];

const sizeText = `${deviceImportBytesMax / 1024 / 1024} MB`;

/** Chooses the file, and explains its columns. */
export function FileCard({
  onChoose,
  template,
  onTemplate,
  isBusy,
}: {
  readonly onChoose: (file: File) => void;
  /** UUID of the template of lines that name none. */
  readonly template: string | null;
  readonly onTemplate: (template: string | null) => void;
  readonly isBusy: boolean;
}) {
  return (
    <Card title="File">
      <div className="flex flex-col gap-4">
        <div className="max-w-xl empty:hidden">
          <TemplateChoice
            template={template}
            hint="For lines without a template of their own in a “template” column."
            onChange={onTemplate}
          />
        </div>
        <Field
          label="CSV file"
          hint={`One device per line below a header row, at most ${sizeText}. You can check everything before devices are created.`}
        >
          {(ids) => (
            <input
              type="file"
              accept=".csv,text/csv"
              disabled={isBusy}
              {...ids}
              className="text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:font-medium file:text-text"
              // The same file can be chosen again after it was corrected.
              onClick={({ currentTarget }) => {
                currentTarget.value = "";
              }}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file !== undefined) onChoose(file);
              }}
            />
          )}
        </Field>
        <dl className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[max-content_1fr]">
          {columns.map(([column, meaning]) => (
            <div key={column} className="contents max-md:block">
              <dt className="font-mono">{column}</dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <div>
          <Button
            size="small"
            icon={<Download size={14} aria-hidden />}
            onClick={() => saveTextFile("devices-example.csv", example, "text/csv")}
          >
            Download an example
          </Button>
        </div>
      </div>
    </Card>
  );
}
