import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { countText, plural } from "../../format/number.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card, Facts } from "../../ui/card.tsx";
import { saveTextFile } from "../../ui/save-text-file.ts";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import type { KeptImport } from "./kept-import.ts";
import { firstLine } from "./model/read-sample.ts";
import { rejectedFile } from "./model/rejected-lines.ts";
import type { ImportResult } from "./use-import-run.ts";

const linesShown = 100;

/** What became of the lines of the file. */
export function ImportResultCard({
  file,
  kept: { plan },
  result: { finished, rejected, rejectedCount },
  onAgain,
}: {
  readonly file: File;
  readonly kept: KeptImport;
  readonly result: ImportResult;
  readonly onAgain: () => void;
}) {
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus(), []);
  const download = async () => {
    const header = plan.format === "csv" && plan.hasHeader ? await firstLine(file, plan) : null;
    const [name = "readings"] = file.name.split(/\.\w+$/);
    const extension = plan.format === "csv" ? "csv" : "ndjson";
    saveTextFile(`${name} rejected.${extension}`, rejectedFile(header, rejected), "text/plain");
  };
  return (
    <div className="flex flex-col gap-4">
      <Card title="Import finished">
        <div ref={start} tabIndex={-1} className="flex flex-col gap-4 outline-none">
          <Facts
            items={[
              ["File", file.name],
              ["Imported", plural(finished.accepted, "reading")],
              ["Already stored", plural(finished.duplicates, "reading")],
              ["Rejected", plural(rejectedCount, "line")],
            ]}
          />
          <div className="flex flex-wrap gap-2">
            <ButtonLink look="primary" to="/devices/$device/charts" params={{ device: plan.device }}>
              Show charts
            </ButtonLink>
            <Button onClick={onAgain}>Import another file</Button>
          </div>
        </div>
      </Card>
      {rejected.length > 0 && (
        <Card
          title="Rejected lines"
          isFlush
          action={
            <Button size="small" icon={<Download size={14} aria-hidden />} onClick={() => void download()}>
              Download
            </Button>
          }
        >
          <Table label="Rejected lines">
            <thead>
              <tr>
                <Th className="text-right">Line</Th>
                <Th>Reason</Th>
                <Th>Content</Th>
              </tr>
            </thead>
            <tbody>
              {rejected.slice(0, linesShown).map(({ line, reason, text }) => (
                <Tr key={line}>
                  <Td className="w-16 text-right font-mono">{countText(line)}</Td>
                  <Td className="min-w-48">{reason}</Td>
                  <Td className="max-w-80 truncate font-mono text-xs text-muted" title={text.slice(0, 1000)}>
                    {text.slice(0, 200)}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          <p className="px-4 py-3 text-sm text-muted">
            {rejectedCount > Math.min(rejected.length, linesShown) &&
              `These are the first ${countText(Math.min(rejected.length, linesShown))}; the download has ${countText(rejected.length)} of ${countText(rejectedCount)}. `}
            Download the lines, correct them, and import that file.
          </p>
        </Card>
      )}
    </div>
  );
}
