import { useMutation } from "@tanstack/react-query";
import { csvRecord, harmlessText } from "@weir/protocol/csv-record";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { refresh } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";

export type Preview = CallAnswer<"previewDeviceImport">;
type CreatedDevice = CallAnswer<"continueDeviceImport">["devices"][number];

export interface ChosenFile {
  /** UUID of the template of lines that name none. */
  readonly template: string | null;
  readonly name: string;
  readonly body: Blob;
  readonly preview: Preview;
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

/** An import whose devices exist, until their tokens are downloaded. */
export interface ImportResult {
  readonly file: ChosenFile;
  readonly uuid: string;
  readonly devices: readonly CreatedDevice[];
}

/** Checks a file, creates its devices step by step, and keeps their tokens until they are downloaded. */
export function useDeviceImport() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [template, setTemplate] = useState<string | null>(null);
  const choosing = useMutation({
    mutationFn: async ({ name, body, template }: Omit<ChosenFile, "preview">): Promise<ChosenFile> => {
      const preview = await call("previewDeviceImport", { query: queryOf(template), body });
      return { name, body, template, preview };
    },
    onMutate: () => setFile(null),
    onSuccess: setFile,
  });
  const choose = async (chosen: File) => {
    // Read now, because the person may change the file meanwhile.
    const body = new Blob([await chosen.arrayBuffer()]);
    choosing.mutate({ name: chosen.name, body, template });
  };
  const chooseTemplate = (chosen: string | null) => {
    setTemplate(chosen);
    if (file !== null) choosing.mutate({ ...file, template: chosen });
  };
  const creating = useMutation({
    mutationFn: async ({ isAgain, ...ofFile }: ChosenFile & { readonly isAgain: boolean }) => {
      const { body, preview } = ofFile;
      const query = {
        ...queryOf(ofFile.template),
        ...(isAgain ? { run: crypto.randomUUID() } : {}),
        skip_problems: preview.problem_count,
      };
      const begun = await call("createDeviceImport", { query, body });
      const params = { import: begun.uuid };
      const devices: CreatedDevice[] = [];
      for (let offset = 0; offset < begun.device_count; ) {
        setProgress({ done: offset, total: begun.device_count });
        const made = await call("continueDeviceImport", { params, body: { offset } });
        devices.push(...made.devices);
        offset = made.next_offset;
      }
      return { uuid: begun.uuid, devices, file: ofFile };
    },
    onSuccess: setResult,
    onSettled: () => {
      setProgress(null);
      void refresh("listDevices", "countDevices", "listDeviceGroups");
    },
  });
  return {
    file,
    progress,
    result,
    template,
    chooseTemplate,
    choose,
    isChecking: choosing.isPending,
    create: (isAgain: boolean) => file !== null && creating.mutate({ ...file, isAgain }),
    isCreating: creating.isPending,
    error: choosing.error ?? creating.error,
  };
}

export function queryOf(template: string | null): { template?: string } {
  return template === null ? {} : { template };
}

/** The result file: names, UUIDs and tokens as CSV. */
export function resultCsv({ devices }: ImportResult): string {
  const records = devices.map(({ name, uuid, token }) => csvRecord([harmlessText(name), uuid, token]));
  return csvRecord(["name", "uuid", "token"]) + records.join("");
}
