import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { call } from "../../../api/client.ts";
import { plural } from "../../../format/number.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { saveTextFile } from "../../../ui/save-text-file.ts";
import { FormError } from "../../../ui/states.tsx";
import { useBeforeLeaving } from "../../../ui/use-unsaved.tsx";
import { RestButton } from "./rest-button.tsx";
import { type ImportResult, resultCsv } from "./use-device-import.ts";

const loss = {
  title: "Leave without the tokens?",
  description:
    "You haven’t downloaded the tokens yet. Until you do, you can get them by importing the same file again. Nothing is created twice.",
  stay: "Stay",
};

/** The devices exist. The import is finished once their tokens are downloaded. */
export function ResultCard({ result }: { readonly result: ImportResult }) {
  const download = useMutation({
    mutationFn: async () => {
      saveTextFile("device-tokens.csv", resultCsv(result), "text/csv");
      await call("finishDeviceImport", { params: { import: result.uuid } });
    },
  });
  const { question } = useBeforeLeaving(download.isIdle ? loss : null);
  return (
    <Card title={`${plural(result.devices.length, "device")} created`}>
      {question}
      <div className="flex flex-col gap-4" role="status">
        <p className="text-sm text-muted">
          The file contains the name, UUID and token of each device. Keep it safe: anyone with a token can
          send readings as its device. Later, tokens can only be viewed one by one.
        </p>
        <FormError error={download.error} />
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            icon={<Download size={15} aria-hidden />}
            isBusy={download.isPending}
            onClick={() => download.mutate()}
          >
            Download tokens
          </Button>
          {result.file.preview.problem_count > 0 && <RestButton file={result.file} />}
          <ButtonLink to="/devices">Go to devices</ButtonLink>
        </div>
      </div>
    </Card>
  );
}
