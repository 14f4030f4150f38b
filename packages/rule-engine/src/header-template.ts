import { fail, type Result, succeed, unwrap } from "@weir/protocol/result";
import type { ChainReading } from "./chain-reading.ts";
import { lineProblem } from "./line-text.ts";
import type { HeaderPart, HeaderText } from "./message.ts";
import { secretNameProblem } from "./secret-name.ts";
import { type Fill, fillParts, splitTemplate, type TemplatePart } from "./template.ts";
import { headerValue } from "./webhook-headers.ts";

/**
 * The value of a header: a text with gaps for values of the reading and for secrets of the account, as in `Bearer
 * {{secret.partner}}`. Gaps for secrets are not filled here. They stay parts of the message, and delivery looks the secret up
 * for every try.
 */
type HeaderFill = (reading: ChainReading) => HeaderText;

const secretPrefix = "secret.";

export const headerTemplateHelp =
  "`{{secret.NAME}}` inserts a secret of the account when the request is sent.";

export function headerTemplateProblem(text: string): string | null {
  const read = readHeader(text);
  return lineProblem(text) ?? (read.ok ? null : read.error);
}

/** For compiling a node, whose fields were checked before. */
export function compileHeader(text: string): HeaderFill {
  const parts = unwrap(readHeader(text));
  const [first] = parts;
  if (parts.length === 0) return () => "";
  if (parts.length === 1 && typeof first === "function") return (reading) => headerValue(first(reading));
  return (reading) =>
    parts.map((part): HeaderPart => (typeof part === "function" ? headerValue(part(reading)) : part));
}

/** Returns the names of the secrets in a header's value; none if the text is invalid. */
export function secretsInHeader(text: string): string[] {
  const split = splitTemplate(text);
  return split.ok ? split.value.map(secretOf).filter((name) => name !== null) : [];
}

/** Returns the header as a person wrote it, for dry runs. */
export function headerAsWritten(header: HeaderText): string {
  if (typeof header === "string") return header;
  return header
    .map((part) => (typeof part === "string" ? part : `{{${secretPrefix}${part.secret}}}`))
    .join("");
}

type HeaderPiece = Fill | { readonly secret: string };

function readHeader(text: string): Result<readonly HeaderPiece[], string> {
  const split = splitTemplate(text);
  if (!split.ok) return split;
  const parts: HeaderPiece[] = [];
  for (const run of runsBetweenSecrets(split.value)) {
    if ("secret" in run) {
      const problem = secretNameProblem(run.secret);
      if (problem !== null) return fail(`${problem}, not "${run.secret}"`);
      parts.push(run);
      continue;
    }
    const read = fillParts(run);
    if (!read.ok) return read;
    parts.push(read.value);
  }
  return succeed(parts);
}

function runsBetweenSecrets(
  parts: readonly TemplatePart[],
): (TemplatePart[] | { readonly secret: string })[] {
  const runs: (TemplatePart[] | { readonly secret: string })[] = [];
  for (const part of parts) {
    const secret = secretOf(part);
    const last = runs.at(-1);
    if (secret !== null) runs.push({ secret });
    else if (Array.isArray(last)) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

function secretOf(part: TemplatePart): string | null {
  if (typeof part === "string" || !part.gap.startsWith(secretPrefix)) return null;
  return part.gap.slice(secretPrefix.length);
}
